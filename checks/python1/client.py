"""client.py URL | COMMAND [ARGUMENT…]

Lists and calls the tools of the conformance server with the official Python client of the era that begins with `initialize`.
"""

import sys
import traceback
from contextlib import asynccontextmanager
from datetime import timedelta

import anyio
from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import AudioContent, ImageContent, InitializeResult, TextContent

REVISION = "2025-11-25"
SECONDS_PER_ANSWER = 20
SECONDS_IN_ALL = 120


async def began_with_initialize(session: ClientSession, begun: InitializeResult) -> None:
    assert begun.protocolVersion == REVISION, begun.protocolVersion
    assert begun.capabilities.tools is not None
    assert begun.serverInfo.name == "conformance", begun.serverInfo


async def pings(session: ClientSession, begun: InitializeResult) -> None:
    await session.send_ping()


async def lists_every_tool_with_its_schema(session: ClientSession, begun: InitializeResult) -> None:
    tools = (await session.list_tools()).tools
    names = [tool.name for tool in tools]
    assert names == sorted(set(names)), names
    for tool in tools:
        assert tool.description and tool.inputSchema["type"] == "object", tool
        assert tool.outputSchema is None or tool.outputSchema["type"] == "object", tool


async def calls_for_text(session: ClientSession, begun: InitializeResult) -> None:
    result = await session.call_tool("test_simple_text")
    [text] = result.content
    assert not result.isError and isinstance(text, TextContent)
    assert text.text == "This is a simple text response for testing."


async def calls_for_an_image_and_a_sound(session: ClientSession, begun: InitializeResult) -> None:
    [image] = (await session.call_tool("test_image_content", {})).content
    assert isinstance(image, ImageContent) and image.mimeType == "image/png" and image.data, image
    [sound] = (await session.call_tool("test_audio_content", {})).content
    assert isinstance(sound, AudioContent) and sound.mimeType == "audio/wav" and sound.data, sound


async def gets_structured_content(session: ClientSession, begun: InitializeResult) -> None:
    """The client validates it against the published output schema by itself."""
    result = await session.call_tool("test_structured_content", {"a": 2, "b": 40})
    assert result.structuredContent == {"sum": 42}, result


async def gets_the_failure_of_a_tool_as_a_result(session: ClientSession, begun: InitializeResult) -> None:
    result = await session.call_tool("test_error_handling", {})
    assert result.isError is True
    assert isinstance(result.content[0], TextContent) and result.content[0].text


async def gets_an_error_for_an_unknown_tool(session: ClientSession, begun: InitializeResult) -> None:
    try:
        result = await session.call_tool("no_such_tool", {})
    except McpError as error:
        assert error.error.code == -32602, error
    else:
        raise AssertionError(f"an answer instead of an error: {result}")


async def sees_the_progress_of_a_call(session: ClientSession, begun: InitializeResult) -> None:
    seen: list[tuple[float, float | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total))

    result = await session.call_tool("test_tool_with_progress", {}, progress_callback=note)
    assert not result.isError
    assert seen == [(0, 100), (50, 100), (100, 100)], seen


CASES = [
    began_with_initialize,
    pings,
    lists_every_tool_with_its_schema,
    calls_for_text,
    calls_for_an_image_and_a_sound,
    gets_structured_content,
    gets_the_failure_of_a_tool_as_a_result,
    gets_an_error_for_an_unknown_tool,
    sees_the_progress_of_a_call,
]


@asynccontextmanager
async def connected(target: list[str]):
    if target[0].startswith("http"):
        async with streamable_http_client(target[0]) as (read, write, _):
            yield read, write
    else:
        async with stdio_client(StdioServerParameters(command=target[0], args=target[1:])) as (read, write):
            yield read, write


async def main() -> int:
    target = sys.argv[1:]
    transport = "http" if target[0].startswith("http") else "stdio"
    passed = failed = 0
    with anyio.fail_after(SECONDS_IN_ALL):
        async with connected(target) as (read, write):
            timeout = timedelta(seconds=SECONDS_PER_ANSWER)
            async with ClientSession(read, write, read_timeout_seconds=timeout) as session:
                begun = await session.initialize()
                for case in CASES:
                    try:
                        await case(session, begun)
                    except Exception:
                        failed += 1
                        print(f"FAIL {case.__name__}")
                        traceback.print_exc(file=sys.stdout)
                    else:
                        passed += 1
                        print(f"ok {case.__name__}")
    print(f"python1-{transport}: {passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(anyio.run(main))
