[
  (game) (board) (marks) (counters) (terms) (sow) (lift_table) (drop) (land) (finish) (begin) (opening) (end)
  (rounds) (lot) (example)
] @fold
