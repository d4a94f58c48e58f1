-- Neovim with the tree-sitter grammar, installed as docs/editors.md says: words, names and folds have their nodes.
--
-- Run from the project's folder, with a C compiler:
--   nvim --headless --clean -c 'luafile tests/editors/treesitter.lua'

-- Returns the block of docs/editors.md in a language that contains a text.
local function block(language, wanted)
  local page = table.concat(vim.fn.readfile('docs/editors.md'), '\n')
  for text in page:gmatch('```' .. language .. '\n(.-)```') do
    if text:find(wanted, 1, true) then
      return text
    end
  end
  error('docs/editors.md has no block with ' .. wanted)
end

-- Compiles the grammar into a folder, and configures Neovim.
local function install(folder)
  for command in block('console', 'parser.c'):gmatch('%$ ([^\n]+)') do
    local here = command:gsub('~/.config/nvim', function() return folder end)
    local output = vim.fn.system(here)
    assert(vim.v.shell_error == 0, here .. '\n' .. output)
  end
  vim.opt.runtimepath:prepend(folder)
  assert(loadstring(block('lua', 'treesitter')))()
end

-- Returns the captures of a query: the text of each node, and the name of the capture.
local function captures(name)
  local query = (vim.treesitter.query.get or vim.treesitter.get_query)('uur', name)
  local tree = vim.treesitter.get_parser(0, 'uur'):parse()[1]
  assert(not tree:root():has_error(), 'the tree has an error')
  local found = {}
  for id, node in query:iter_captures(tree:root(), 0, 0, -1) do
    local row, column, last_row, last_column = node:range()
    local text = row == last_row and vim.fn.getline(row + 1):sub(column + 1, last_column) or row .. '-' .. last_row
    found[text] = query.captures[id]
  end
  return found
end

local function test()
  local folder = vim.fn.tempname()
  install(folder)
  vim.cmd('edit variants/layli-goobalay.uur')
  vim.bo.filetype = 'uur'
  assert(vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()], 'the highlighter does not run')

  local found = captures('highlights')
  local wanted = {
    land = 'keyword', pregnant = 'label', here = 'variable.builtin', relay = 'function.builtin', uur = 'type',
    seeds = 'variable.builtin', ['->'] = 'operator', ['2'] = 'number',
  }
  for text, capture in pairs(wanted) do
    assert(found[text] == capture, text .. ' is ' .. tostring(found[text]))
  end

  -- The section `sow`.
  local first = vim.fn.search('^sow') - 1
  local folds = captures('folds')
  assert(folds[first .. '-' .. first + 2] == 'fold', vim.inspect(folds))
  vim.fn.delete(folder, 'rf')
end

local held, reason = xpcall(test, debug.traceback)
io.stderr:write((held and 'Neovim works with the tree-sitter grammar' or reason) .. '\n')
vim.cmd(held and 'qall!' or 'cquit!')
