" Rules of mancala games.

if exists('b:current_syntax')
  finish
endif

" words: made from crates/uur/src/syntax/words.rs
syntax keyword uurSection begin board change drop end extends finish game land language lift match opening param sow stages terms test
syntax keyword uurLine along asymmetric counter expect keep lot plan play position prefer reading refill region remainder skip source starter win
syntax keyword uurCondition and any else endless ends every holds is no not or repeated where
syntax keyword uurAction add arranges bonus capture captured choose draw illegal mark may move must owns pass relay remove repeat set stop swap takes undo unmark wins
syntax keyword uurPlace behind chosen hand here lap landing mirror next opposite origin pit pits points previous row rows seed seeds store turn
syntax keyword uurKind back closed empty first front kept last occupied reached sown
syntax keyword uurPlayer both each loser north opponent own owner player south winner
syntax keyword uurConstant all backwards clockwise counterclockwise even fewer half many more most never odd
syntax keyword uurJoint after against as at before but by for from in of than times to way
" words: end

syntax match uurNumber /\<\d\+\>/
syntax match uurPit /\<\u\>'*/
syntax match uurOperator /->\|\.\.\|[-+*\/=]/
syntax match uurComment /#.*$/ contains=@Spell
syntax region uurText start=/"/ end=/"/ end=/$/ oneline contains=@Spell

" Names. These begin with the blanks before them, as a keyword would win at the same place.
syntax match uurLabel /^\s*\l\w*\ze\s*:/
syntax match uurLabel /\%(^\s*\%(before\|after\|remove\)\)\@<=\s\+\a\w*/
syntax match uurLabel /\%(,\s*by\|expect by\|\%(illegal\s\+\S\+\s\+\)by\)\@<=\s\+\a\w*/
syntax match uurParameter /\%(^\s*param\)\@<=\s\+\l\w*/
syntax match uurMove /\%(^\s*play\)\@<=\s.*$/ contains=uurComment
syntax match uurMove /\%(illegal\|expect mark\)\@<=\s\+[^ ,]\+/

syntax region uurSectionBody start=/{/ end=/}/ transparent fold

highlight default link uurSection Keyword
highlight default link uurLine Statement
highlight default link uurCondition Conditional
highlight default link uurAction Function
highlight default link uurPlace Identifier
highlight default link uurKind StorageClass
highlight default link uurPlayer Type
highlight default link uurConstant Constant
highlight default link uurJoint Statement
highlight default link uurNumber Number
highlight default link uurPit Constant
highlight default link uurMove Constant
highlight default link uurOperator Operator
highlight default link uurComment Comment
highlight default link uurText String
highlight default link uurLabel Label
highlight default link uurParameter Identifier

let b:current_syntax = 'uur'
