// client.mjs URL | COMMAND [ARGUMENT…]
//
// Does everything with the conformance server that the official TypeScript client can do, as an application would. The server's lists
// have pages of less than all items. ERA says how the client begins: `modern` (2026-07-28) or `legacy` (`initialize`).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const MODERN = process.env.ERA !== 'legacy';
const REVISION = MODERN ? '2026-07-28' : '2025-11-25';
const WATCHED = 'test://watched-resource';
const MILLISECONDS_PER_ANSWER = 20_000;
const MILLISECONDS_IN_ALL = 120_000;

const options = { timeout: MILLISECONDS_PER_ANSWER, cacheMode: 'bypass' };
const call = (client, name, args, more) => client.callTool({ name, arguments: args }, { ...options, ...more });
const text = (result) => result.content[0].text;
const fails = (code, promise) =>
  assert.rejects(promise, (error) => assert.equal(error.code, code, error.stack) ?? true);

// A user who answers, and an ear for what the server tells unasked.
const user = { answer: { action: 'cancel' }, asked: [] };
const will = (action, content) => {
  user.answer = content ? { action, content } : { action };
  user.asked = [];
};
const heard = new Set();

// Waits until a condition holds.
const until = async (condition) => {
  const end = Date.now() + MILLISECONDS_PER_ANSWER;
  while (!(await condition())) {
    assert.ok(Date.now() < end, `never: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const cases = {
  async findsTheServer(client) {
    assert.equal(client.getNegotiatedProtocolVersion(), REVISION);
    assert.equal(client.getServerVersion()?.name, 'conformance');
    assert.ok(client.getServerCapabilities()?.tools);
  },

  // The client walks through the pages by itself.
  async listsEveryToolWithItsSchema(client) {
    const { tools, nextCursor } = await client.listTools({}, options);
    assert.equal(nextCursor, undefined);
    const names = tools.map((tool) => tool.name);
    assert.ok(names.length > 8, 'one page only');
    assert.deepEqual(names, [...new Set(names)].sort());
    // A tool whose header declarations the client refuses would be missing from its list.
    assert.ok(names.includes('test_custom_header'), names.join(' '));
    for (const tool of tools) {
      assert.ok(tool.description, tool.name);
      assert.equal(tool.inputSchema.type, 'object', tool.name);
    }
  },

  async getsAnErrorForAnUnknownCursor(client) {
    await fails(-32602, client.listTools({ cursor: 'nowhere' }, options));
  },

  async listsTheHints(client) {
    const { tools } = await client.listTools({}, options);
    const hints = (name) => tools.find((tool) => tool.name === name).annotations;
    assert.equal(hints('test_simple_text').readOnlyHint, true);
    assert.equal(hints('test_simple_text').destructiveHint, false);
    assert.equal(hints('test_delete_notes').readOnlyHint, false);
    assert.equal(hints('test_delete_notes').destructiveHint, true);
  },

  async callsForText(client) {
    const result = await client.callTool({ name: 'test_simple_text' }, options);
    assert.notEqual(result.isError, true);
    assert.deepEqual(result.content, [{ type: 'text', text: 'This is a simple text response for testing.' }]);
  },

  async callsForAnImageAndASound(client) {
    const [image] = (await call(client, 'test_image_content', {})).content;
    assert.equal(image.type, 'image');
    assert.equal(image.mimeType, 'image/png');
    const [sound] = (await call(client, 'test_audio_content', {})).content;
    assert.equal(sound.type, 'audio');
    assert.equal(sound.mimeType, 'audio/wav');
  },

  async callsForSeveralKindsAtOnce(client) {
    const { content } = await call(client, 'test_multiple_content_types', {});
    assert.deepEqual(content.map((block) => block.type), ['text', 'image', 'resource']);
    assert.equal(content[2].resource.uri, 'test://mixed-content-resource');
  },

  // The client validates it against the published output schema by itself.
  async getsStructuredContent(client) {
    const result = await call(client, 'test_structured_content', { a: 2, b: 40 });
    assert.notEqual(result.isError, true);
    assert.deepEqual(result.structuredContent, { sum: 42 });
  },

  async getsTheFailureOfAToolAsAResult(client) {
    const result = await call(client, 'test_error_handling', {});
    assert.equal(result.isError, true);
    assert.equal(result.content[0].type, 'text');
  },

  async getsBadArgumentsBackAsAResult(client) {
    const result = await call(client, 'test_structured_content', { a: 'two', b: 40 });
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /\ba\b/);
  },

  async getsAnErrorForAnUnknownTool(client) {
    await fails(-32602, call(client, 'no_such_tool', {}));
  },

  async seesTheProgressOfACall(client) {
    const seen = [];
    const onprogress = ({ progress, total }) => seen.push([progress, total]);
    const result = await call(client, 'test_tool_with_progress', {}, { onprogress });
    assert.notEqual(result.isError, true);
    assert.deepEqual(seen, [[0, 100], [50, 100], [100, 100]]);
  },

  // Over HTTP the client mirrors it, encoded since it is not ASCII; the server compares the two.
  async sendsAParameterAsHeaderToo(client) {
    const result = await call(client, 'test_custom_header', { value: 'Grüße' });
    assert.notEqual(result.isError, true, JSON.stringify(result.content));
    assert.match(result.content[0].text, /Grüße/);
  },

  async fillsInAForm(client) {
    will('accept', { username: 'ada', email: 'ada@example.com' });
    const result = await call(client, 'test_elicitation', { message: 'Who are you?' });
    assert.equal(text(result), 'User response: ada <ada@example.com>');
    const [asked] = user.asked;
    assert.equal(asked.message, 'Who are you?');
    assert.deepEqual(asked.requestedSchema.required, ['username', 'email']);
  },

  async fillsInEveryKindOfField(client) {
    will('accept', { name: 'Ada', age: 36, score: 1.5, status: 'pending', verified: false });
    let result = await call(client, 'test_elicitation_sep1034_defaults', {});
    assert.equal(text(result), 'Ada, 36, 1.5, Pending, false');
    assert.equal(user.asked[0].requestedSchema.properties.age.default, 30);
    const chosen = { untitledSingle: 'option2', titledSingle: 'value1', legacyEnum: 'opt2' };
    will('accept', { ...chosen, untitledMulti: ['option1'], titledMulti: ['value3'] });
    result = await call(client, 'test_elicitation_sep1330_enums', {});
    assert.equal(text(result), 'Option2, Value1, Opt2, [Option1], [Value3]');
  },

  async declinesAndCancelsAForm(client) {
    for (const [action, said] of [['decline', /declined/], ['cancel', /dismissed/]]) {
      will(action);
      const result = await call(client, 'test_elicitation', { message: 'Who are you?' });
      assert.equal(result.isError, true);
      assert.equal(user.asked.length, 1);
      assert.match(text(result), said);
    }
  },

  async answersSeveralRounds(client) {
    will('accept', { name: 'Ada', color: 'green' });
    const result = await call(client, 'test_input_required_result_multi_round', {});
    assert.equal(text(result), 'Ada likes green.');
    assert.equal(user.asked.length, 2);
  },

  async answersAQuestionOfAPrompt(client) {
    will('accept', { context: 'tea' });
    const { messages } = await client.getPrompt({ name: 'test_input_required_result_prompt' }, options);
    assert.equal(messages[0].content.text, 'The context is tea.');
  },

  async opensAPage(client) {
    will('accept');
    assert.equal(text(await call(client, 'test_elicitation_url', {})), 'The user agreed to open the page.');
    assert.equal(user.asked[0].mode, 'url');
    assert.equal(user.asked[0].url, 'https://example.com/connect/5f3a');
    will('decline');
    assert.equal((await call(client, 'test_elicitation_url', {})).isError, true);
  },

  async confirmsDestructionAfterADryRun(client) {
    const deletion = async (args) => call(client, 'test_delete_notes', args);
    await call(client, 'test_write_note', { text: 'one' });
    const dry = (await deletion({})).structuredContent;
    assert.ok(dry.deleted === false && dry.notes >= 1, JSON.stringify(dry));
    for (const answer of [['decline'], ['cancel'], ['accept', { confirm: false }]]) {
      will(...answer);
      assert.equal((await deletion({ dry_run: false })).isError, true, answer[0]);
      assert.equal(user.asked.length, 1);
    }
    assert.deepEqual((await deletion({})).structuredContent, dry);
    will('accept', { confirm: true });
    const done = await deletion({ dry_run: false });
    assert.deepEqual(done.structuredContent, { deleted: true, notes: dry.notes });
    assert.equal(user.asked[0].message, `Delete ${dry.notes} notes?`);
    assert.equal((await deletion({})).structuredContent.notes, 0);
  },

  async listsAndReadsResources(client) {
    const { resources } = await client.listResources({}, options);
    const uris = resources.map((resource) => resource.uri);
    for (const uri of ['test://static-text', 'test://static-binary', WATCHED]) assert.ok(uris.includes(uri), uri);
    const { resourceTemplates } = await client.listResourceTemplates({}, options);
    assert.deepEqual(resourceTemplates.map((template) => template.uriTemplate), ['test://template/{id}/data']);
    const read = async (uri) => (await client.readResource({ uri }, options)).contents[0];
    const line = await read('test://static-text');
    assert.equal(line.text, 'This is the content of the static text resource.');
    assert.equal(line.mimeType, 'text/plain');
    assert.match((await read('test://static-binary')).blob, /^iVBORw0KGgo/);
    assert.match((await read('test://template/123/data')).text, /123/);
  },

  // The earlier era's -32002 becomes the same error in this client.
  async getsAnErrorForAnUnknownResource(client) {
    const wanted = { code: -32602, data: { uri: 'test://nothing' } };
    await assert.rejects(client.readResource({ uri: 'test://nothing' }, options), wanted);
  },

  async listsAndGetsPrompts(client) {
    const { prompts } = await client.listPrompts({}, options);
    const names = prompts.map((prompt) => prompt.name);
    assert.ok(names.includes('test_simple_prompt'), names.join(' '));
    const first = async (name, args) =>
      (await client.getPrompt({ name, arguments: args }, options)).messages[0].content;
    assert.equal((await first('test_simple_prompt')).text, 'This is a simple prompt for testing.');
    assert.match((await first('test_prompt_with_arguments', { arg1: 'one', arg2: 'two' })).text, /'one'.*'two'/);
    const resourceUri = 'test://static-text';
    assert.equal((await first('test_prompt_with_embedded_resource', { resourceUri })).resource.uri, resourceUri);
    assert.equal((await first('test_prompt_with_image')).mimeType, 'image/png');
  },

  async getsAnErrorForABadPrompt(client) {
    await fails(-32602, client.getPrompt({ name: 'no_such_prompt' }, options));
    const partly = { name: 'test_prompt_with_arguments', arguments: { arg1: 'one' } };
    await assert.rejects(client.getPrompt(partly, options), { code: -32602, message: /arg2/ });
  },

  async completesAnArgument(client) {
    const complete = async (ref, argument) => (await client.complete({ ref, argument }, options)).completion.values;
    const prompt = { type: 'ref/prompt', name: 'test_prompt_with_arguments' };
    const words = await complete(prompt, { name: 'arg1', value: 'test' });
    assert.deepEqual(words, ['tested', 'testing', 'untested']);
    const template = { type: 'ref/resource', uri: 'test://template/{id}/data' };
    assert.deepEqual(await complete(template, { name: 'id', value: '1' }), []);
  },

  async hearsOfChanges(client) {
    const stop = await listen(client);
    heard.clear();
    await call(client, 'test_trigger_tool_change', {});
    await until(() => heard.has('notifications/tools/list_changed'));
    await call(client, 'test_trigger_prompt_change', {});
    await until(() => heard.has('notifications/prompts/list_changed'));
    const edition = text(await call(client, 'test_trigger_resource_update', {}));
    await until(() => heard.has(WATCHED));
    const { contents } = await client.readResource({ uri: WATCHED }, options);
    assert.match(contents[0].text, new RegExp(`edition ${edition} `));
    await stop();
  },

  async hearsNothingAfterItStoppedListening(client) {
    await (await listen(client))();
    await until(async () => {
      heard.clear();
      await call(client, 'test_trigger_resource_update', {});
      // Changes wait for a tenth of a second at most.
      await new Promise((resolve) => setTimeout(resolve, 300));
      return !heard.has(WATCHED);
    });
  },

  async cancelsACall(client) {
    const label = randomUUID();
    const abort = new AbortController();
    const slow = call(client, 'test_slow_call', { label }, { signal: abort.signal });
    const settled = assert.rejects(slow);
    await becomes(client, label, 'running');
    abort.abort('the user has seen enough');
    await settled;
    await becomes(client, label, 'cancelled');
  },

  async givesUpACallThatTakesTooLong(client) {
    const label = randomUUID();
    await assert.rejects(call(client, 'test_slow_call', { label }, { timeout: 500 }));
    await becomes(client, label, 'cancelled');
  },
};

const becomes = (client, label, fate) =>
  until(async () => {
    const now = text(await call(client, 'test_call_fate', { label }));
    assert.notEqual(now, 'finished');
    return now === fate;
  });

// Begins to listen; gives what stops it.
const listen = async (client) => {
  if (!MODERN) {
    await client.subscribeResource({ uri: WATCHED }, options);
    return () => client.unsubscribeResource({ uri: WATCHED }, options);
  }
  const wanted = { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: [WATCHED] };
  const subscription = await client.listen(wanted, options);
  assert.deepEqual(subscription.honoredFilter, wanted);
  return () => subscription.close();
};

const target = process.argv.slice(2);
const http = target[0].startsWith('http');
const transport = http
  ? new StreamableHTTPClientTransport(new URL(target[0]))
  : new StdioClientTransport({ command: target[0], args: target.slice(1) });

setTimeout(() => {
  console.log('FAIL the client did not end in time');
  process.exit(1);
}, MILLISECONDS_IN_ALL).unref();

// Asks for the current revision only: a fall-back to an older one would hide a fault.
const mode = MODERN ? { pin: REVISION } : 'legacy';
const capabilities = { elicitation: { form: {}, url: {} } };
const client = new Client({ name: 'taffrail-check', version: '1.0.0' }, { versionNegotiation: { mode }, capabilities });
client.setRequestHandler('elicitation/create', ({ params }) => {
  user.asked.push(params);
  return user.answer;
});
for (const method of ['notifications/tools/list_changed', 'notifications/prompts/list_changed']) {
  client.setNotificationHandler(method, () => void heard.add(method));
}
client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.add(params.uri));
await client.connect(transport);
let passed = 0;
let failed = 0;
for (const [name, run] of Object.entries(cases)) {
  try {
    await run(client);
    passed += 1;
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}\n${error?.stack ?? error}`);
  }
}
await client.close();
console.log(`typescript-${MODERN ? 'modern' : 'legacy'}-${http ? 'http' : 'stdio'}: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
