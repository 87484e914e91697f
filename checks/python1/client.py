"""client.py URL | COMMAND [ARGUMENT…]

Does everything with the conformance server that the official Python client 1.x can do, which begins with `initialize`. The server's
lists have pages of less than all items.
"""

import sys
import traceback
import uuid
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

import anyio
from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import (
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    CancelledNotification,
    CancelledNotificationParams,
    ClientNotification,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    ElicitResult,
    EmbeddedResource,
    ImageContent,
    InitializeResult,
    PaginatedRequestParams,
    PromptListChangedNotification,
    PromptReference,
    ResourceTemplateReference,
    ResourceUpdatedNotification,
    ServerNotification,
    TextContent,
    TextResourceContents,
    ToolListChangedNotification,
)
from pydantic import AnyUrl

REVISION = "2025-11-25"
SECONDS_PER_ANSWER = 20
SECONDS_IN_ALL = 120
WATCHED = "test://watched-resource"


class Application:
    """What an application brings: a user who answers, and an ear for what the server tells unasked."""

    def __init__(self) -> None:
        self.answer = ElicitResult(action="cancel")
        self.asked: list[ElicitRequestFormParams | ElicitRequestURLParams] = []
        self.heard: list[ServerNotification] = []

    async def elicit(self, context, params) -> ElicitResult:
        self.asked.append(params)
        return self.answer

    async def hear(self, message) -> None:
        if isinstance(message, ServerNotification):
            self.heard.append(message)

    def will(self, action: str, **content) -> None:
        """What the user says to the next question."""
        self.answer = ElicitResult(action=action, content=content or None)
        self.asked.clear()

    def has_heard(self, kind: type, uri: str | None = None) -> bool:
        notes = [note.root for note in self.heard if isinstance(note.root, kind)]
        return any(uri is None or str(note.params.uri) == uri for note in notes)


app = Application()


async def pages(fetch: Callable[..., Awaitable], member: str) -> list:
    """All items, page by page."""
    items, cursor, count = [], None, 0
    while cursor is not None or count == 0:
        page = await fetch(params=PaginatedRequestParams(cursor=cursor))
        items += getattr(page, member)
        cursor, count = page.nextCursor, count + 1
    return items


async def fails(code: int, call: Awaitable) -> McpError:
    try:
        result = await call
    except McpError as error:
        assert error.error.code == code, error
        return error
    raise AssertionError(f"an answer instead of an error: {result}")


def text(result: CallToolResult) -> str:
    assert isinstance(result.content[0], TextContent), result
    return result.content[0].text


async def began_with_initialize(session: ClientSession, begun: InitializeResult) -> None:
    assert begun.protocolVersion == REVISION, begun.protocolVersion
    assert begun.capabilities.tools is not None
    assert begun.serverInfo.name == "conformance", begun.serverInfo


async def pings(session: ClientSession, begun: InitializeResult) -> None:
    await session.send_ping()


async def lists_every_tool_with_its_schema(session: ClientSession, begun: InitializeResult) -> None:
    tools = await pages(session.list_tools, "tools")
    names = [tool.name for tool in tools]
    assert names == sorted(set(names)), names
    for tool in tools:
        assert tool.description and tool.inputSchema["type"] == "object", tool
        assert tool.outputSchema is None or tool.outputSchema["type"] == "object", tool
    hints = {tool.name: tool.annotations for tool in tools}
    assert hints["test_simple_text"].readOnlyHint is True and hints["test_delete_notes"].destructiveHint is True


async def lists_in_pages(session: ClientSession, begun: InitializeResult) -> None:
    first = await session.list_tools()
    assert first.nextCursor is not None and len(first.tools) < len(await pages(session.list_tools, "tools"))


async def gets_an_error_for_an_unknown_cursor(session: ClientSession, begun: InitializeResult) -> None:
    await fails(-32602, session.list_tools(params=PaginatedRequestParams(cursor="nowhere")))


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


async def gets_bad_arguments_back_as_a_result(session: ClientSession, begun: InitializeResult) -> None:
    result = await session.call_tool("test_structured_content", {"a": "two", "b": 40})
    assert result.isError is True and "a" in text(result), result


async def gets_an_error_for_an_unknown_tool(session: ClientSession, begun: InitializeResult) -> None:
    await fails(-32602, session.call_tool("no_such_tool", {}))


async def sees_the_progress_of_a_call(session: ClientSession, begun: InitializeResult) -> None:
    seen: list[tuple[float, float | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total))

    result = await session.call_tool("test_tool_with_progress", {}, progress_callback=note)
    assert not result.isError
    assert seen == [(0, 100), (50, 100), (100, 100)], seen


async def fills_in_a_form(session: ClientSession, begun: InitializeResult) -> None:
    app.will("accept", username="ada", email="ada@example.com")
    result = await session.call_tool("test_elicitation", {"message": "Who are you?"})
    assert text(result) == "User response: ada <ada@example.com>", result
    [asked] = app.asked
    assert isinstance(asked, ElicitRequestFormParams) and asked.message == "Who are you?", asked
    assert asked.requestedSchema["required"] == ["username", "email"], asked


async def fills_in_every_kind_of_field(session: ClientSession, begun: InitializeResult) -> None:
    app.will("accept", name="Ada", age=36, score=1.5, status="pending", verified=False)
    result = await session.call_tool("test_elicitation_sep1034_defaults", {})
    assert text(result) == "Ada, 36, 1.5, Pending, false", result
    assert app.asked[0].requestedSchema["properties"]["age"]["default"] == 30, app.asked
    single = {"untitledSingle": "option2", "titledSingle": "value1", "legacyEnum": "opt2"}
    chosen = single | {"untitledMulti": ["option1"], "titledMulti": ["value3"]}
    app.will("accept", **chosen)
    result = await session.call_tool("test_elicitation_sep1330_enums", {})
    assert text(result) == "Option2, Value1, Opt2, [Option1], [Value3]", result


async def declines_and_cancels_a_form(session: ClientSession, begun: InitializeResult) -> None:
    for action, said in [("decline", "declined"), ("cancel", "dismissed")]:
        app.will(action)
        result = await session.call_tool("test_elicitation", {"message": "Who are you?"})
        assert result.isError is True and len(app.asked) == 1, result
        assert said in text(result), (action, result)


async def answers_several_rounds(session: ClientSession, begun: InitializeResult) -> None:
    app.will("accept", name="Ada", color="green")
    result = await session.call_tool("test_input_required_result_multi_round", {})
    assert text(result) == "Ada likes green.", result
    assert len(app.asked) == 2, app.asked


async def answers_a_question_of_a_prompt(session: ClientSession, begun: InitializeResult) -> None:
    app.will("accept", context="tea")
    result = await session.get_prompt("test_input_required_result_prompt")
    assert result.messages[0].content.text == "The context is tea.", result


async def opens_a_page(session: ClientSession, begun: InitializeResult) -> None:
    app.will("accept")
    result = await session.call_tool("test_elicitation_url", {})
    assert text(result) == "The user agreed to open the page.", result
    [asked] = app.asked
    assert isinstance(asked, ElicitRequestURLParams) and asked.url == "https://example.com/connect/5f3a", asked
    app.will("decline")
    result = await session.call_tool("test_elicitation_url", {})
    assert result.isError is True, result


async def confirms_destruction_after_a_dry_run(session: ClientSession, begun: InitializeResult) -> None:
    await session.call_tool("test_write_note", {"text": "one"})
    dry = (await session.call_tool("test_delete_notes", {})).structuredContent
    assert dry["deleted"] is False and dry["notes"] >= 1, dry
    for action, content in [("decline", {}), ("cancel", {}), ("accept", {"confirm": False})]:
        app.will(action, **content)
        refused = await session.call_tool("test_delete_notes", {"dry_run": False})
        assert refused.isError is True and len(app.asked) == 1, (action, refused)
    assert (await session.call_tool("test_delete_notes", {})).structuredContent == dry
    app.will("accept", confirm=True)
    done = await session.call_tool("test_delete_notes", {"dry_run": False})
    assert done.structuredContent == {"deleted": True, "notes": dry["notes"]}, done
    assert app.asked[0].message == f"Delete {dry['notes']} notes?", app.asked
    assert (await session.call_tool("test_delete_notes", {})).structuredContent["notes"] == 0


async def lists_and_reads_resources(session: ClientSession, begun: InitializeResult) -> None:
    uris = [str(resource.uri) for resource in await pages(session.list_resources, "resources")]
    assert {"test://static-text", "test://static-binary", WATCHED} <= set(uris), uris
    [template] = await pages(session.list_resource_templates, "resourceTemplates")
    assert template.uriTemplate == "test://template/{id}/data", template
    [contents] = (await session.read_resource(AnyUrl("test://static-text"))).contents
    assert isinstance(contents, TextResourceContents) and contents.mimeType == "text/plain", contents
    assert contents.text == "This is the content of the static text resource.", contents
    [contents] = (await session.read_resource(AnyUrl("test://static-binary"))).contents
    assert isinstance(contents, BlobResourceContents) and contents.blob.startswith("iVBORw0KGgo"), contents
    [contents] = (await session.read_resource(AnyUrl("test://template/123/data"))).contents
    assert isinstance(contents, TextResourceContents) and "123" in contents.text, contents


async def gets_an_error_for_an_unknown_resource(session: ClientSession, begun: InitializeResult) -> None:
    error = await fails(-32002, session.read_resource(AnyUrl("test://nothing")))
    assert error.error.data == {"uri": "test://nothing"}, error.error.data


async def lists_and_gets_prompts(session: ClientSession, begun: InitializeResult) -> None:
    names = [prompt.name for prompt in await pages(session.list_prompts, "prompts")]
    assert "test_simple_prompt" in names and names == sorted(set(names)), names
    [message] = (await session.get_prompt("test_simple_prompt")).messages
    assert message.role == "user" and message.content.text == "This is a simple prompt for testing.", message
    given = {"arg1": "one", "arg2": "two"}
    [message] = (await session.get_prompt("test_prompt_with_arguments", given)).messages
    assert "'one'" in message.content.text and "'two'" in message.content.text, message
    given = {"resourceUri": "test://static-text"}
    shown = (await session.get_prompt("test_prompt_with_embedded_resource", given)).messages[0].content
    assert isinstance(shown, EmbeddedResource) and str(shown.resource.uri) == "test://static-text", shown
    shown = (await session.get_prompt("test_prompt_with_image")).messages[0].content
    assert isinstance(shown, ImageContent) and shown.mimeType == "image/png", shown


async def gets_an_error_for_a_bad_prompt(session: ClientSession, begun: InitializeResult) -> None:
    await fails(-32602, session.get_prompt("no_such_prompt"))
    error = await fails(-32602, session.get_prompt("test_prompt_with_arguments", {"arg1": "one"}))
    assert "arg2" in error.error.message, error


async def completes_an_argument(session: ClientSession, begun: InitializeResult) -> None:
    prompt = PromptReference(type="ref/prompt", name="test_prompt_with_arguments")
    completion = (await session.complete(prompt, {"name": "arg1", "value": "test"})).completion
    assert completion.values == ["tested", "testing", "untested"], completion
    template = ResourceTemplateReference(type="ref/resource", uri="test://template/{id}/data")
    completion = (await session.complete(template, {"name": "id", "value": "1"})).completion
    assert completion.values == [], completion


async def hears(kind: type, uri: str | None = None) -> None:
    with anyio.fail_after(SECONDS_PER_ANSWER):
        while not app.has_heard(kind, uri):
            await anyio.sleep(0.01)


async def hears_of_changes(session: ClientSession, begun: InitializeResult) -> None:
    app.heard.clear()
    await session.subscribe_resource(AnyUrl(WATCHED))
    before = await pages(session.list_tools, "tools")
    await session.call_tool("test_trigger_tool_change", {})
    await hears(ToolListChangedNotification)
    assert await pages(session.list_tools, "tools") != before
    await session.call_tool("test_trigger_prompt_change", {})
    await hears(PromptListChangedNotification)
    edition = text(await session.call_tool("test_trigger_resource_update", {}))
    await hears(ResourceUpdatedNotification, WATCHED)
    [contents] = (await session.read_resource(AnyUrl(WATCHED))).contents
    assert f"edition {edition} " in contents.text, contents
    await session.unsubscribe_resource(AnyUrl(WATCHED))


async def hears_nothing_after_it_stopped_listening(session: ClientSession, begun: InitializeResult) -> None:
    await session.subscribe_resource(AnyUrl(WATCHED))
    await session.unsubscribe_resource(AnyUrl(WATCHED))
    app.heard.clear()
    await session.call_tool("test_trigger_resource_update", {})
    # Changes wait for a tenth of a second at most.
    await anyio.sleep(0.5)
    assert not app.has_heard(ResourceUpdatedNotification), app.heard


async def becomes(session: ClientSession, label: str, fate: str) -> None:
    with anyio.fail_after(SECONDS_PER_ANSWER):
        while (now := text(await session.call_tool("test_call_fate", {"label": label}))) != fate:
            assert now != "finished", now
            await anyio.sleep(0.05)


async def cancels_a_call(session: ClientSession, begun: InitializeResult) -> None:
    """This client sends no cancellation by itself: the application does, for the number that the client gave the request."""
    label = str(uuid.uuid4())
    number = 0

    async def call() -> None:
        nonlocal number
        # Nothing public tells the number; it is the next one.
        number = session._request_id
        await session.call_tool("test_slow_call", {"label": label})

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(call)
        await becomes(session, label, "running")
        tasks.cancel_scope.cancel()
    params = CancelledNotificationParams(requestId=number, reason="the user has seen enough")
    notification = CancelledNotification(method="notifications/cancelled", params=params)
    await session.send_notification(ClientNotification(notification))
    await becomes(session, label, "cancelled")


CASES = [
    began_with_initialize,
    pings,
    lists_every_tool_with_its_schema,
    lists_in_pages,
    gets_an_error_for_an_unknown_cursor,
    calls_for_text,
    calls_for_an_image_and_a_sound,
    gets_structured_content,
    gets_the_failure_of_a_tool_as_a_result,
    gets_bad_arguments_back_as_a_result,
    gets_an_error_for_an_unknown_tool,
    sees_the_progress_of_a_call,
    fills_in_a_form,
    fills_in_every_kind_of_field,
    declines_and_cancels_a_form,
    answers_several_rounds,
    answers_a_question_of_a_prompt,
    opens_a_page,
    confirms_destruction_after_a_dry_run,
    lists_and_reads_resources,
    gets_an_error_for_an_unknown_resource,
    lists_and_gets_prompts,
    gets_an_error_for_a_bad_prompt,
    completes_an_argument,
    hears_of_changes,
    hears_nothing_after_it_stopped_listening,
    cancels_a_call,
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
            async with ClientSession(
                read,
                write,
                read_timeout_seconds=timeout,
                elicitation_callback=app.elicit,
                message_handler=app.hear,
            ) as session:
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
    print(f"python1-legacy-{transport}: {passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(anyio.run(main))
