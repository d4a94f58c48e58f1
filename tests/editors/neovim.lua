-- Neovim as an author uses it: a slip is shown, its fix applied, a word completed, a name renamed.
--
-- Run from the project's folder, with `uur` on the path:
--   nvim --headless --clean -c 'luafile tests/editors/neovim.lua'

local WAIT = 20000

-- Runs the configuration of docs/editors.md for this version of Neovim.
local function configure()
  local page = table.concat(vim.fn.readfile('docs/editors.md'), '\n')
  local blocks = {}
  for block in page:gmatch('```lua\n(.-)```') do
    table.insert(blocks, block)
  end
  assert(#blocks == 3, 'docs/editors.md has two configurations of Neovim, and one of the grammar')
  local code = vim.fn.has('nvim-0.11') == 1 and blocks[1] or blocks[2]
  assert(loadstring(code))()
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

local function wait_until(what, condition)
  assert(vim.wait(WAIT, condition, 20), 'waited in vain until ' .. what)
end

-- Returns the line and column of a text, from 0.
local function place(wanted)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(wanted, 1, true)
    if column then
      return number - 1, column - 1
    end
  end
  error(wanted .. ' is not in the text')
end

local function move_to(wanted)
  local line, column = place(wanted)
  vim.api.nvim_win_set_cursor(0, { line + 1, column })
end

-- Asks the server about the place of the cursor.
local function ask(method, more)
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(0, 'utf-16'), more or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, WAIT)
  for _, answer in pairs(answers or {}) do
    assert(not answer.error, vim.inspect(answer.error))
    return answer.result
  end
  error('no answer to ' .. method)
end

local function test()
  configure()
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder, 'p')
  local rules = table.concat(vim.fn.readfile('variants/boola.uur'), '\n')
  -- A comment in front shifts columns if bytes are taken for UTF-16.
  local slip = rules:gsub('%-> relay', '-> relai # \xC3\xB4'):gsub('rows 2', 'rows    2')
  vim.fn.writefile(vim.split(slip, '\n'), folder .. '/game.uur')
  -- The folder of an author, where the server seeks files that extend one another.
  vim.cmd('cd ' .. folder)
  vim.cmd('edit game.uur')

  wait_until('the slip is shown', function() return #vim.diagnostic.get(0) == 1 end)
  local problem = vim.diagnostic.get(0)[1]
  local line, column = place('relai')
  assert(problem.lnum == line and problem.col == column, vim.inspect(problem))

  move_to('relai')
  local here = { line = line, character = column }
  local actions = ask('textDocument/codeAction', { range = { start = here, ['end'] = here }, context = { diagnostics = {} } })
  assert(actions[1].title == 'did you mean `relay`?', vim.inspect(actions))
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  wait_until('the slip is mended', function() return #vim.diagnostic.get(0) == 0 end)
  assert(text():find('-> relay # \xC3\xB4', 1, true), text())

  move_to('relay')
  local words = {}
  for _, item in ipairs(ask('textDocument/completion')) do
    words[item.label] = true
  end
  assert(words.relay and words.capture and not words.here, vim.inspect(words))

  move_to('take: here')
  vim.lsp.buf.rename('grab')
  wait_until('the line is renamed', function() return text():find('by grab', 1, true) ~= nil end)
  assert(text():find('grab: here is own', 1, true) and not text():find('by take', 1, true), text())

  local format = vim.lsp.buf.format or vim.lsp.buf.formatting_sync
  format()
  wait_until('the text is laid out', function() return text():find('\n  rows 2\n', 1, true) ~= nil end)
  vim.fn.delete(folder, 'rf')
end

local held, reason = xpcall(test, debug.traceback)
io.stderr:write((held and 'Neovim works with the server' or reason) .. '\n')
vim.cmd(held and 'qall!' or 'cquit!')
