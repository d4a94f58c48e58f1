" Vim with the syntax file, also as Neovim reads it: words, names and texts have their groups.
"
" Run from the project's folder:
"   vim -Nu NONE -es -S tests/editors/syntax.vim
"   nvim --headless --clean -S tests/editors/syntax.vim

" The groups of the first letters of texts in a line that a pattern finds.
function! Groups(pattern, texts)
  let line = search(a:pattern, 'w')
  return map(copy(a:texts), 'synIDattr(synID(line, stridx(getline(line), v:val) + 1, 1), "name")')
endfunction

function! Test()
  call assert_equal('uur', &filetype)
  call assert_equal('# %s', &commentstring)
  call assert_equal(['uurSection', 'uurParameter', 'uurNumber', 'uurJoint', 'uurOperator', 'uurText'],
    \ Groups('^param pits', ['param', 'pits', '6', 'in', '..', '"pits']))
  call assert_equal(['uurSection', 'uurConstant'], Groups('^sow', ['sow', 'counter']))
  call assert_equal(['uurLabel', 'uurPlace', 'uurCondition', 'uurKind', 'uurAction'],
    \ Groups('on: .*relay', ['on', 'here', 'is', 'occupied', 'relay']))
  call assert_equal(['uurLine', 'uurMove'], Groups('play A$', ['play', 'A']))
  call assert_equal(['uurAction', 'uurNumber', 'uurJoint', 'uurLabel'], Groups('by take$', ['capture', '3', 'by', 'take']))
  call assert_equal(['uurComment', 'uurComment'], Groups('^# In play', ['#', 'play']))
  " After all texts and comments, a section still is one.
  call cursor(line('$'), 1)
  call assert_equal(['uurAction', 'uurAction'], Groups('expect draw$', ['draw', 'draw']))
  normal! zM
  call assert_equal(search('^sow', 'w'), foldclosed(line('.')))
endfunction

set runtimepath^=editors/vim
filetype off
filetype plugin on
syntax on
edit variants/layli-goobalay.uur
try
  call Test()
catch
  call add(v:errors, v:throwpoint . ': ' . v:exception)
endtry
if empty(v:errors)
  qall!
endif
call writefile(v:errors, '/dev/stderr', 'a')
cquit!
