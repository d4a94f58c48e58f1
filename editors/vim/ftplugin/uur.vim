" Rules of mancala games.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:# commentstring=#\ %s
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal autoindent smartindent cinwords=
setlocal foldmethod=syntax foldlevel=99

let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop< autoindent< smartindent< cinwords< foldmethod< foldlevel<'
