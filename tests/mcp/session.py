"""A session with `uur mcp` as the Python package of the protocol holds it: python tests/mcp/session.py UUR."""

import asyncio
import sys

from mcp import Client, MCPError, StdioServerParameters

SLIP = """language 1
game "Slip" {
  source "none: an example"
}
board {
  rows 2
  pits 3
  seeds 2 each
}
sow counterclockwise {
  from own pit
}
land {
  take: here is own -> captrue opposite
}
end {
  no move -> each takes own row
  win most seeds
}
"""


async def session(program, mode):
    """Writes a game with the tools: `mode` is how the client begins."""
    async with Client(StdioServerParameters(command=program, args=["mcp"]), mode=mode) as client:

        async def call(tool, **arguments):
            answer = await client.call_tool(tool, arguments)
            return answer.is_error, answer.content[0].text, answer.structured_content

        tools = (await client.list_tools()).tools
        assert {"check_rules", "play", "why", "analyze"} <= {tool.name for tool in tools}
        resources = (await client.list_resources()).resources
        card = await client.read_resource(resources[0].uri)
        assert card.contents[0].text.startswith("# The language on two pages")
        _, _, checked = await call("check_rules", text=SLIP)
        assert checked["problems"][0]["fix"]["replacement"] == "capture"
        _, _, fixed = await call("fix_rules", text=SLIP)
        assert fixed["errors"] == 0
        _, _, played = await call("play", text=fixed["text"], moves=["A"])
        assert played["last"]["events"][-1]["text"] == "the move ends in C", played
        _, _, best = await call("analyze", text=fixed["text"], positions=500)
        assert best["move"]
        failed, said, _ = await call("play", text=fixed["text"], moves=["Q"])
        assert failed and "legal there: A B C" in said, said
        try:
            await client.call_tool("nothing", {})
            raise AssertionError("there is no such tool")
        except MCPError as error:
            assert "list_games" in str(error)
        print(f"a session by {mode}: {len(tools)} tools and {len(resources)} pages")


async def main():
    for mode in ["auto", "legacy"]:
        await asyncio.wait_for(session(sys.argv[1], mode), 120)


asyncio.run(main())
