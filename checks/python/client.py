"""client.py URL | COMMAND [ARGUMENT…]

Lists and calls the tools of the conformance server with the official Python client, as an application would.
"""

import sys
import traceback

import anyio
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters
from mcp.types import AudioContent, EmbeddedResource, ImageContent, TextContent

REVISION = "2026-07-28"
SECONDS_PER_ANSWER = 20
SECONDS_IN_ALL = 120


async def finds_the_server(client: Client) -> None:
    """The client chose the revision by asking, not by falling back to an older one."""
    assert client.protocol_version == REVISION, client.protocol_version
    assert client.server_capabilities.tools is not None
    assert client.server_info is not None and client.server_info.name == "conformance", client.server_info


async def lists_every_tool_with_its_schema(client: Client) -> None:
    first = await client.list_tools(cache_mode="bypass")
    names = [tool.name for tool in first.tools]
    assert names == sorted(set(names)), names
    for tool in first.tools:
        assert tool.description, tool.name
        assert tool.input_schema["type"] == "object", tool.name
    again = await client.list_tools(cache_mode="bypass")
    assert again.model_dump() == first.model_dump()


async def lists_the_hints(client: Client) -> None:
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    hints = tools["test_simple_text"].annotations
    assert hints is not None and hints.read_only_hint is True and hints.destructive_hint is False, hints


async def calls_for_text(client: Client) -> None:
    result = await client.call_tool("test_simple_text")
    assert not result.is_error
    [text] = result.content
    assert isinstance(text, TextContent)
    assert text.text == "This is a simple text response for testing."


async def calls_for_an_image_and_a_sound(client: Client) -> None:
    [image] = (await client.call_tool("test_image_content", {})).content
    assert isinstance(image, ImageContent) and image.mime_type == "image/png" and image.data, image
    [sound] = (await client.call_tool("test_audio_content", {})).content
    assert isinstance(sound, AudioContent) and sound.mime_type == "audio/wav" and sound.data, sound


async def calls_for_several_kinds_at_once(client: Client) -> None:
    result = await client.call_tool("test_multiple_content_types", {})
    text, image, resource = result.content
    assert isinstance(text, TextContent) and isinstance(image, ImageContent)
    assert isinstance(resource, EmbeddedResource)
    assert str(resource.resource.uri) == "test://mixed-content-resource"


async def gets_structured_content(client: Client) -> None:
    """The client validates it against the published output schema by itself."""
    result = await client.call_tool("test_structured_content", {"a": 2, "b": 40})
    assert not result.is_error
    assert result.structured_content == {"sum": 42}, result.structured_content


async def gets_the_failure_of_a_tool_as_a_result(client: Client) -> None:
    result = await client.call_tool("test_error_handling", {})
    assert result.is_error is True
    assert isinstance(result.content[0], TextContent) and result.content[0].text


async def gets_bad_arguments_back_as_a_result(client: Client) -> None:
    result = await client.call_tool("test_structured_content", {"a": "two", "b": 40})
    assert result.is_error is True
    assert "a" in result.content[0].text, result.content


async def gets_an_error_for_an_unknown_tool(client: Client) -> None:
    try:
        result = await client.call_tool("no_such_tool", {})
    except MCPError as error:
        assert error.code == -32602, error
    else:
        raise AssertionError(f"an answer instead of an error: {result}")


async def sees_the_progress_of_a_call(client: Client) -> None:
    seen: list[tuple[float, float | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total))

    result = await client.call_tool("test_tool_with_progress", {}, progress_callback=note)
    assert not result.is_error
    assert seen == [(0, 100), (50, 100), (100, 100)], seen


async def sends_a_parameter_as_header_too(client: Client) -> None:
    """Over HTTP the client mirrors it, encoded since it is not ASCII; the server compares the two."""
    result = await client.call_tool("test_custom_header", {"value": "Grüße"})
    assert not result.is_error, result.content
    assert "Grüße" in result.content[0].text, result.content


CASES = [
    finds_the_server,
    lists_every_tool_with_its_schema,
    lists_the_hints,
    calls_for_text,
    calls_for_an_image_and_a_sound,
    calls_for_several_kinds_at_once,
    gets_structured_content,
    gets_the_failure_of_a_tool_as_a_result,
    gets_bad_arguments_back_as_a_result,
    gets_an_error_for_an_unknown_tool,
    sees_the_progress_of_a_call,
    sends_a_parameter_as_header_too,
]


async def run(server: str | StdioServerParameters, transport: str) -> bool:
    passed = failed = 0
    async with Client(server, read_timeout_seconds=SECONDS_PER_ANSWER) as client:
        for case in CASES:
            name = case.__name__
            try:
                await case(client)
            except Exception:
                failed += 1
                print(f"FAIL {name}")
                traceback.print_exc(file=sys.stdout)
            else:
                passed += 1
                print(f"ok {name}")
    print(f"python-{transport}: {passed} passed, {failed} failed")
    return failed == 0


async def main() -> int:
    target = sys.argv[1:]
    if target[0].startswith("http"):
        server, transport = target[0], "http"
    else:
        server, transport = StdioServerParameters(command=target[0], args=target[1:]), "stdio"
    with anyio.fail_after(SECONDS_IN_ALL):
        return 0 if await run(server, transport) else 1


sys.exit(anyio.run(main))
