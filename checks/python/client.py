"""client.py URL | COMMAND [ARGUMENT…]

Does everything with the conformance server that the official Python client can do, as an application would. The server's lists
have pages of less than all items. ERA says how the client begins: `modern` (2026-07-28) or `legacy` (`initialize`).
"""

import os
import sys
import traceback
import uuid
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import anyio
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters
from mcp.client.subscriptions import PromptsListChanged, ResourceUpdated, ToolsListChanged
from mcp.shared.exceptions import MCPDeprecationWarning
from mcp.types import (
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    ElicitResult,
    EmbeddedResource,
    ImageContent,
    PromptListChangedNotification,
    PromptReference,
    ResourceTemplateReference,
    ResourceUpdatedNotification,
    TextContent,
    TextResourceContents,
    ToolListChangedNotification,
)

# The earlier era is tried on purpose.
warnings.simplefilter("ignore", MCPDeprecationWarning)

MODERN = os.environ.get("ERA", "modern") != "legacy"
REVISION = "2026-07-28" if MODERN else "2025-11-25"
SECONDS_PER_ANSWER = 20
SECONDS_IN_ALL = 120
WATCHED = "test://watched-resource"
# What the notifications of the earlier era are called as events of the current one.
EVENTS: dict[type, Callable[..., object]] = {
    ToolListChangedNotification: lambda _: ToolsListChanged(),
    PromptListChangedNotification: lambda _: PromptsListChanged(),
    ResourceUpdatedNotification: lambda notification: ResourceUpdated(uri=notification.params.uri),
}


class Application:
    """What an application brings: a user who answers, and an ear for what the server tells unasked."""

    def __init__(self) -> None:
        self.answer = ElicitResult(action="cancel")
        self.asked: list[ElicitRequestFormParams | ElicitRequestURLParams] = []
        self.heard: list[object] = []

    async def elicit(self, context, params) -> ElicitResult:
        self.asked.append(params)
        return self.answer

    async def hear(self, message) -> None:
        if type(message) in EVENTS:
            self.heard.append(EVENTS[type(message)](message))

    def will(self, action: str, **content) -> None:
        """What the user says to the next question."""
        self.answer = ElicitResult(action=action, content=content or None)
        self.asked.clear()


app = Application()


async def finds_the_server(client: Client) -> None:
    """In the current era the client chose the revision by asking, not by falling back to an older one."""
    assert client.protocol_version == REVISION, client.protocol_version
    assert client.server_capabilities.tools is not None
    assert client.server_info is not None and client.server_info.name == "conformance", client.server_info


async def pages(fetch: Callable[..., Awaitable], member: str) -> list:
    """All items, page by page."""
    items, cursor, count = [], None, 0
    while cursor is not None or count == 0:
        page = await fetch(cursor=cursor, cache_mode="bypass")
        items += getattr(page, member)
        cursor, count = page.next_cursor, count + 1
    return items


async def every_tool(client: Client) -> list:
    return await pages(client.list_tools, "tools")


async def lists_every_tool_with_its_schema(client: Client) -> None:
    tools = await every_tool(client)
    names = [tool.name for tool in tools]
    assert names == sorted(set(names)), names
    for tool in tools:
        assert tool.description, tool.name
        assert tool.input_schema["type"] == "object", tool.name
        assert tool.output_schema is None or tool.output_schema["type"] == "object", tool.name
    again = await every_tool(client)
    assert [tool.model_dump() for tool in again] == [tool.model_dump() for tool in tools]


async def lists_in_pages(client: Client) -> None:
    first = await client.list_tools(cache_mode="bypass")
    assert first.next_cursor is not None and len(first.tools) < len(await every_tool(client)), first.next_cursor


async def gets_an_error_for_an_unknown_cursor(client: Client) -> None:
    await fails(-32602, client.list_tools(cursor="nowhere", cache_mode="bypass"))


async def lists_the_hints(client: Client) -> None:
    tools = {tool.name: tool for tool in await every_tool(client)}
    hints = tools["test_simple_text"].annotations
    assert hints is not None and hints.read_only_hint is True and hints.destructive_hint is False, hints
    hints = tools["test_delete_notes"].annotations
    assert hints is not None and hints.read_only_hint is False and hints.destructive_hint is True, hints


async def fails(code: int, call: Awaitable) -> MCPError:
    try:
        result = await call
    except MCPError as error:
        assert error.code == code, error
        return error
    raise AssertionError(f"an answer instead of an error: {result}")


def text(result: CallToolResult) -> str:
    assert isinstance(result.content[0], TextContent), result
    return result.content[0].text


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
    await fails(-32602, client.call_tool("no_such_tool", {}))


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


async def fills_in_a_form(client: Client) -> None:
    app.will("accept", username="ada", email="ada@example.com")
    result = await client.call_tool("test_elicitation", {"message": "Who are you?"})
    assert text(result) == "User response: ada <ada@example.com>", result
    [asked] = app.asked
    assert isinstance(asked, ElicitRequestFormParams) and asked.message == "Who are you?", asked
    assert asked.requested_schema["required"] == ["username", "email"], asked


async def fills_in_every_kind_of_field(client: Client) -> None:
    app.will("accept", name="Ada", age=36, score=1.5, status="pending", verified=False)
    result = await client.call_tool("test_elicitation_sep1034_defaults", {})
    assert text(result) == "Ada, 36, 1.5, Pending, false", result
    assert app.asked[0].requested_schema["properties"]["age"]["default"] == 30, app.asked
    single = {"untitledSingle": "option2", "titledSingle": "value1", "legacyEnum": "opt2"}
    chosen = single | {"untitledMulti": ["option1"], "titledMulti": ["value3"]}
    app.will("accept", **chosen)
    result = await client.call_tool("test_elicitation_sep1330_enums", {})
    assert text(result) == "Option2, Value1, Opt2, [Option1], [Value3]", result


async def declines_and_cancels_a_form(client: Client) -> None:
    for action, said in [("decline", "declined"), ("cancel", "dismissed")]:
        app.will(action)
        result = await client.call_tool("test_elicitation", {"message": "Who are you?"})
        assert result.is_error is True and len(app.asked) == 1, result
        assert said in text(result), (action, result)


async def answers_several_rounds(client: Client) -> None:
    app.will("accept", name="Ada", color="green")
    result = await client.call_tool("test_input_required_result_multi_round", {})
    assert text(result) == "Ada likes green.", result
    assert len(app.asked) == 2, app.asked


async def answers_a_question_of_a_prompt(client: Client) -> None:
    app.will("accept", context="tea")
    result = await client.get_prompt("test_input_required_result_prompt")
    assert result.messages[0].content.text == "The context is tea.", result


async def opens_a_page(client: Client) -> None:
    app.will("accept")
    result = await client.call_tool("test_elicitation_url", {})
    assert text(result) == "The user agreed to open the page.", result
    [asked] = app.asked
    assert isinstance(asked, ElicitRequestURLParams) and asked.url == "https://example.com/connect/5f3a", asked
    app.will("decline")
    result = await client.call_tool("test_elicitation_url", {})
    assert result.is_error is True, result


async def confirms_destruction_after_a_dry_run(client: Client) -> None:
    await client.call_tool("test_write_note", {"text": "one"})
    dry = (await client.call_tool("test_delete_notes", {})).structured_content
    assert dry["deleted"] is False and dry["notes"] >= 1, dry
    for action, content in [("decline", {}), ("cancel", {}), ("accept", {"confirm": False})]:
        app.will(action, **content)
        refused = await client.call_tool("test_delete_notes", {"dry_run": False})
        assert refused.is_error is True and len(app.asked) == 1, (action, refused)
    assert (await client.call_tool("test_delete_notes", {})).structured_content == dry
    app.will("accept", confirm=True)
    done = await client.call_tool("test_delete_notes", {"dry_run": False})
    assert done.structured_content == {"deleted": True, "notes": dry["notes"]}, done
    assert app.asked[0].message == f"Delete {dry['notes']} notes?", app.asked
    assert (await client.call_tool("test_delete_notes", {})).structured_content["notes"] == 0


async def lists_and_reads_resources(client: Client) -> None:
    uris = [str(resource.uri) for resource in await pages(client.list_resources, "resources")]
    assert {"test://static-text", "test://static-binary", WATCHED} <= set(uris), uris
    [template] = await pages(client.list_resource_templates, "resource_templates")
    assert template.uri_template == "test://template/{id}/data", template
    [contents] = (await client.read_resource("test://static-text")).contents
    assert isinstance(contents, TextResourceContents) and contents.mime_type == "text/plain", contents
    assert contents.text == "This is the content of the static text resource.", contents
    [contents] = (await client.read_resource("test://static-binary")).contents
    assert isinstance(contents, BlobResourceContents) and contents.blob.startswith("iVBORw0KGgo"), contents
    [contents] = (await client.read_resource("test://template/123/data")).contents
    assert isinstance(contents, TextResourceContents) and "123" in contents.text, contents


async def gets_an_error_for_an_unknown_resource(client: Client) -> None:
    error = await fails(-32602 if MODERN else -32002, client.read_resource("test://nothing"))
    assert error.data == {"uri": "test://nothing"}, error.data


async def lists_and_gets_prompts(client: Client) -> None:
    names = [prompt.name for prompt in await pages(client.list_prompts, "prompts")]
    assert "test_simple_prompt" in names and names == sorted(set(names)), names
    [message] = (await client.get_prompt("test_simple_prompt")).messages
    assert message.role == "user" and message.content.text == "This is a simple prompt for testing.", message
    given = {"arg1": "one", "arg2": "two"}
    [message] = (await client.get_prompt("test_prompt_with_arguments", given)).messages
    assert "'one'" in message.content.text and "'two'" in message.content.text, message
    given = {"resourceUri": "test://static-text"}
    shown = (await client.get_prompt("test_prompt_with_embedded_resource", given)).messages[0].content
    assert isinstance(shown, EmbeddedResource) and str(shown.resource.uri) == "test://static-text", shown
    shown = (await client.get_prompt("test_prompt_with_image")).messages[0].content
    assert isinstance(shown, ImageContent) and shown.mime_type == "image/png", shown


async def gets_an_error_for_a_bad_prompt(client: Client) -> None:
    await fails(-32602, client.get_prompt("no_such_prompt"))
    error = await fails(-32602, client.get_prompt("test_prompt_with_arguments", {"arg1": "one"}))
    assert "arg2" in error.message, error


async def completes_an_argument(client: Client) -> None:
    prompt = PromptReference(type="ref/prompt", name="test_prompt_with_arguments")
    completion = (await client.complete(prompt, {"name": "arg1", "value": "test"})).completion
    assert completion.values == ["tested", "testing", "untested"], completion
    template = ResourceTemplateReference(type="ref/resource", uri="test://template/{id}/data")
    completion = (await client.complete(template, {"name": "id", "value": "1"})).completion
    assert completion.values == [], completion


@asynccontextmanager
async def listening(client: Client) -> AsyncIterator[Callable[[object], Awaitable[None]]]:
    """Gives what waits until an event was heard; before that, all events are forgotten."""
    app.heard.clear()

    async def hears(event: object) -> None:
        with anyio.fail_after(SECONDS_PER_ANSWER):
            while event not in app.heard:
                await anyio.sleep(0.01)

    if not MODERN:
        await client.subscribe_resource(WATCHED)
        yield hears
        await client.unsubscribe_resource(WATCHED)
        return
    wanted = {"tools_list_changed": True, "prompts_list_changed": True, "resource_subscriptions": [WATCHED]}
    async with client.listen(**wanted) as subscription, anyio.create_task_group() as tasks:
        assert subscription.honored.tools_list_changed and subscription.honored.prompts_list_changed
        assert subscription.honored.resource_subscriptions == [WATCHED]

        async def listen() -> None:
            async for event in subscription:
                app.heard.append(event)

        tasks.start_soon(listen)
        yield hears
        tasks.cancel_scope.cancel()


async def hears_of_changes(client: Client) -> None:
    async with listening(client) as hears:
        before = await every_tool(client)
        await client.call_tool("test_trigger_tool_change", {})
        await hears(ToolsListChanged())
        assert await every_tool(client) != before
        await client.call_tool("test_trigger_prompt_change", {})
        await hears(PromptsListChanged())
        edition = text(await client.call_tool("test_trigger_resource_update", {}))
        await hears(ResourceUpdated(uri=WATCHED))
        [contents] = (await client.read_resource(WATCHED)).contents
        assert f"edition {edition}" in contents.text, contents


async def hears_nothing_after_it_stopped_listening(client: Client) -> None:
    async with listening(client):
        pass
    # The client says that it stops after it has gone on, so the first changes may still be heard.
    with anyio.fail_after(SECONDS_PER_ANSWER):
        while True:
            app.heard.clear()
            await client.call_tool("test_trigger_resource_update", {})
            # Changes wait for a tenth of a second at most.
            await anyio.sleep(0.3)
            if ResourceUpdated(uri=WATCHED) not in app.heard:
                return


async def becomes(client: Client, label: str, fate: str) -> None:
    with anyio.fail_after(SECONDS_PER_ANSWER):
        while (now := text(await client.call_tool("test_call_fate", {"label": label}))) != fate:
            assert now != "finished", now
            await anyio.sleep(0.05)


async def cancels_a_call(client: Client) -> None:
    label = str(uuid.uuid4())
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(client.call_tool, "test_slow_call", {"label": label})
        await becomes(client, label, "running")
        tasks.cancel_scope.cancel()
    await becomes(client, label, "cancelled")


async def gives_up_a_call_that_takes_too_long(client: Client) -> None:
    label = str(uuid.uuid4())
    try:
        await client.call_tool("test_slow_call", {"label": label}, read_timeout_seconds=0.5)
    except MCPError:
        await becomes(client, label, "cancelled")
    else:
        raise AssertionError("the call did not take long")


CASES = [
    finds_the_server,
    lists_every_tool_with_its_schema,
    lists_in_pages,
    gets_an_error_for_an_unknown_cursor,
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
    gives_up_a_call_that_takes_too_long,
]


async def run(server: str | StdioServerParameters, transport: str) -> bool:
    passed = failed = 0
    mode = "auto" if MODERN else "legacy"
    async with Client(
        server,
        mode=mode,
        read_timeout_seconds=SECONDS_PER_ANSWER,
        elicitation_callback=app.elicit,
        message_handler=app.hear,
    ) as client:
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
    print(f"python-{'modern' if MODERN else 'legacy'}-{transport}: {passed} passed, {failed} failed")
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
