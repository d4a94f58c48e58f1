[
  (game) (board) (terms) (sow) (lift_table) (drop) (land) (finish) (begin) (opening) (end)
  (rounds) (example)
] @fold
