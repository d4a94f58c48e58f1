autocmd BufRead,BufNewFile *.uur setfiletype uur
