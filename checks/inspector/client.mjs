// client.mjs INSPECTOR URL | INSPECTOR COMMAND [ARGUMENT…]
//
// Does everything with the conformance server that the official Inspector's two command lines can do, as a person in a terminal would:
// `--cli`, which makes one request and ends, and `mcpdo`, which stays connected, so that it can be asked and told. The server's
// lists have pages of less than all items. ERA says how they begin: `modern` (2026-07-28) or `legacy` (`initialize`).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ERA = process.env.ERA === 'legacy' ? 'legacy' : 'modern';
const REVISION = ERA === 'modern' ? '2026-07-28' : '2025-11-25';
const WATCHED = 'test://watched-resource';
const MILLISECONDS_PER_ANSWER = 30_000;
// The exit status of both programs after a result with `isError`, and for a tool that is not in the list.
const TOOL_ERROR = 5;

const [inspector, ...target] = process.argv.slice(2);
const http = target[0].startsWith('http');
const scratch = mkdtempSync(join(tmpdir(), 'taffrail-inspector-'));
const environment = {
  ...process.env,
  // A home and a daemon of our own: the programs keep catalogues, tokens and connections there.
  HOME: scratch,
  MCP_INSPECTOR_SECRET_STORE: 'memory',
  MCP_INSPECTOR_DAEMON_DIR: join(scratch, 'daemon'),
  MCP_INSPECTOR_DAEMON_TOKEN: randomBytes(32).toString('base64url'),
};

const start = (program, args) =>
  spawn(process.execPath, [join(inspector, program), ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MILLISECONDS_PER_ANSWER,
  });

// Runs one of the programs to its end; gives the exit status, what it printed as JSON, and what it said.
const finish = (child) =>
  new Promise((resolve, reject) => {
    let out = '';
    let said = '';
    child.stdout.on('data', (data) => (out += data));
    child.stderr.on('data', (data) => (said += data));
    child.on('error', reject);
    child.on('close', (status) => {
      let result;
      try {
        result = JSON.parse(out);
      } catch {
        said += out;
      }
      resolve({ status, result, said });
    });
  });

const oneShot = (args) => {
  const server = http ? ['--transport', 'http', '--server-url', target[0]] : ['--', ...target];
  return start('launcher/build/index.js', ['--cli', '--protocol-era', ERA, ...args, ...server]);
};

// One request by `--cli`, which must end with this status.
const cli = async (method, args = [], status = 0) => {
  const done = await finish(oneShot(['--method', method, ...args]));
  assert.equal(done.status, status, `${method} ended with ${done.status}: ${done.said}`);
  return done;
};
const called = async (name, args, status) =>
  (await cli('tools/call', ['--tool-name', name, '--tool-args-json', JSON.stringify(args)], status)).result;

// One command of `mcpdo`, on the connection that is open.
const mcpdo = async (args, status = 0) => {
  const done = await finish(start('mcpdo/build/mcp-bin.js', ['--format', 'json', ...args]));
  assert.equal(done.status, status, `mcpdo ${args.join(' ')} ended with ${done.status}: ${done.said}`);
  return done.result;
};
const session = (args, status) => mcpdo(['@conformance', ...args], status);

// Asks for what makes the server ask back; gives its question.
const question = async (...args) => {
  const { elicitationPending } = await session(args);
  assert.ok(elicitationPending, `nothing was asked by ${args.join(' ')}`);
  return elicitationPending;
};
const respond = (asked, answers, status) =>
  mcpdo(['elicitation/respond', asked.elicitationId, ...answers], status);

const text = (result) => result.content[0].text;

const cases = {
  async findsTheServer() {
    const { result } = await cli('initialize');
    assert.equal(result.serverInfo.name, 'conformance');
    assert.equal(result.protocolVersion, REVISION);
  },

  // The Inspector walks through the pages by itself.
  async listsEveryTool() {
    const { result } = await cli('tools/list');
    const names = result.tools.map((tool) => tool.name);
    assert.ok(names.length > 8, 'one page only');
    assert.deepEqual(names, [...new Set(names)].sort());
    const { annotations } = result.tools.find((tool) => tool.name === 'test_delete_notes');
    assert.equal(annotations.destructiveHint, true);
  },

  async callsForText() {
    assert.equal(text(await called('test_simple_text', {})), 'This is a simple text response for testing.');
  },

  async callsForSeveralKindsAtOnce() {
    const { content } = await called('test_multiple_content_types', {});
    assert.deepEqual(content.map((block) => block.type), ['text', 'image', 'resource']);
  },

  async getsStructuredContent() {
    assert.deepEqual((await called('test_structured_content', { a: 2, b: 40 })).structuredContent, { sum: 42 });
  },

  async getsTheFailureOfAToolAsAResult() {
    assert.equal((await called('test_error_handling', {}, TOOL_ERROR)).isError, true);
  },

  async getsBadArgumentsBackAsAResult() {
    const result = await called('test_structured_content', { a: 'two', b: 40 }, TOOL_ERROR);
    assert.match(text(result), /`a`/);
  },

  async sendsAParameterAsHeaderToo() {
    assert.match(text(await called('test_custom_header', { value: 'Grüße' })), /Grüße/);
  },

  // `--cli` declares no elicitation, so that it gets no further than a dry run, and is told so.
  async isRefusedDestructionWithoutAUser() {
    for (const args of [{}, { dry_run: false }]) {
      const preview = await called('test_delete_notes', args);
      assert.equal(preview.structuredContent.deleted, false);
      const said = preview.content.map((block) => block.text).join('\n');
      assert.match(said, args.dry_run === false ? /cannot ask the user/ : /was a dry run/);
    }
    // The current era has an error for what a client lacks; before, it is the result of the call.
    const args = ['--tool-name', 'test_elicitation', '--tool-arg', 'message=Who?'];
    const { said, result } = await cli('tools/call', args, ERA === 'modern' ? 1 : TOOL_ERROR);
    assert.match(ERA === 'modern' ? said : text(result), /lacks elicitation|not declared what this needs: `elicitation`/);
  },

  async listsAndReadsResources() {
    const listed = (await cli('resources/list')).result.resources.map((resource) => resource.uri);
    for (const uri of ['test://static-text', 'test://static-binary', WATCHED]) assert.ok(listed.includes(uri), uri);
    const { resourceTemplates } = (await cli('resources/templates/list')).result;
    assert.deepEqual(resourceTemplates.map((one) => one.uriTemplate), ['test://template/{id}/data']);
    const read = async (uri) => (await cli('resources/read', ['--uri', uri])).result.contents[0];
    assert.equal((await read('test://static-text')).text, 'This is the content of the static text resource.');
    assert.match((await read('test://static-binary')).blob, /^iVBORw0KGgo/);
    assert.match((await read('test://template/123/data')).text, /123/);
  },

  async getsAnErrorForAnUnknownResource() {
    const { said } = await cli('resources/read', ['--uri', 'test://nothing'], 1);
    assert.match(said, /test:\/\/nothing/);
  },

  async listsAndGetsPrompts() {
    const names = (await cli('prompts/list')).result.prompts.map((prompt) => prompt.name);
    assert.ok(names.includes('test_simple_prompt'), names.join(' '));
    const get = async (name, ...args) =>
      (await cli('prompts/get', ['--prompt-name', name, ...args])).result.messages[0].content;
    assert.equal((await get('test_simple_prompt')).text, 'This is a simple prompt for testing.');
    const given = await get('test_prompt_with_arguments', '--prompt-args', 'arg1=one', 'arg2=two');
    assert.match(given.text, /'one'.*'two'/);
    assert.equal((await get('test_prompt_with_image')).mimeType, 'image/png');
  },

  async getsAnErrorForABadPrompt() {
    assert.match((await cli('prompts/get', ['--prompt-name', 'no_such_prompt'], 1)).said, /no_such_prompt/);
    const partly = ['--prompt-name', 'test_prompt_with_arguments', '--prompt-args', 'arg1=one'];
    assert.match((await cli('prompts/get', partly, 1)).said, /arg2/);
  },

  async completesAnArgument() {
    const prompt = ['--complete-ref-type', 'ref/prompt', '--complete-ref', 'test_prompt_with_arguments'];
    const typed = ['--complete-arg-name', 'arg1', '--complete-arg-value', 'test'];
    const { values } = await session(['prompts/complete', ...prompt, ...typed]);
    assert.deepEqual(values, ['tested', 'testing', 'untested']);
  },

  async fillsInAForm() {
    const asked = await question('tools/call', 'test_elicitation', 'message:=Who are you?');
    assert.equal(asked.message, 'Who are you?');
    assert.deepEqual(asked.requestedSchema.required, ['username', 'email']);
    const result = await respond(asked, ['username:=ada', 'email:=ada@example.com']);
    assert.equal(text(result), 'User response: ada <ada@example.com>');
  },

  async fillsInEveryKindOfField() {
    let asked = await question('tools/call', 'test_elicitation_sep1034_defaults');
    assert.equal(asked.requestedSchema.properties.age.default, 30);
    const member = { name: 'Ada', age: 36, score: 1.5, status: 'pending', verified: false };
    assert.equal(text(await respond(asked, [JSON.stringify(member)])), 'Ada, 36, 1.5, Pending, false');
    asked = await question('tools/call', 'test_elicitation_sep1330_enums');
    const single = { untitledSingle: 'option2', titledSingle: 'value1', legacyEnum: 'opt2' };
    const chosen = { ...single, untitledMulti: ['option1'], titledMulti: ['value3'] };
    assert.equal(text(await respond(asked, [JSON.stringify(chosen)])), 'Option2, Value1, Opt2, [Option1], [Value3]');
  },

  async declinesAndCancelsAForm() {
    for (const [answer, said] of [['--decline', /declined/], ['--cancel', /dismissed/]]) {
      const asked = await question('tools/call', 'test_elicitation', 'message:=Who are you?');
      assert.match(text(await respond(asked, [answer], TOOL_ERROR)), said);
    }
  },

  async answersSeveralRounds() {
    const first = await question('tools/call', 'test_input_required_result_multi_round');
    const { elicitationPending: second } = await respond(first, ['name:=Ada']);
    assert.notEqual(second.message, first.message);
    assert.equal(text(await respond(second, ['color:=green'])), 'Ada likes green.');
  },

  async answersAQuestionOfAPrompt() {
    const asked = await question('prompts/get', 'test_input_required_result_prompt');
    const { messages } = await respond(asked, ['context:=tea']);
    assert.equal(messages[0].content.text, 'The context is tea.');
  },

  async opensAPage() {
    let asked = await question('tools/call', 'test_elicitation_url');
    assert.equal(asked.mode, 'url');
    assert.equal(asked.url, 'https://example.com/connect/5f3a');
    assert.equal(text(await respond(asked, ['--done'])), 'The user agreed to open the page.');
    asked = await question('tools/call', 'test_elicitation_url');
    assert.equal((await respond(asked, ['--cancel'], TOOL_ERROR)).isError, true);
  },

  async confirmsDestructionAfterADryRun() {
    const doIt = ['tools/call', 'test_delete_notes', 'dry_run:=false'];
    await session(['tools/call', 'test_write_note', 'text:=one']);
    const dry = (await session(['tools/call', 'test_delete_notes'])).structuredContent;
    assert.ok(dry.deleted === false && dry.notes >= 1, JSON.stringify(dry));
    for (const answer of ['--decline', '--cancel', 'confirm:=false']) {
      assert.equal((await respond(await question(...doIt), [answer], TOOL_ERROR)).isError, true, answer);
    }
    const asked = await question(...doIt);
    assert.equal(asked.message, `Delete ${dry.notes} notes?`);
    const done = await respond(asked, ['confirm:=true']);
    assert.deepEqual(done.structuredContent, { deleted: true, notes: dry.notes });
    assert.equal((await session(['tools/call', 'test_delete_notes'])).structuredContent.notes, 0);
  },

  async hearsOfAResource() {
    const listener = start('mcpdo/build/mcp-bin.js', ['--format', 'json', '@conformance', 'resources/subscribe', WATCHED]);
    let heard = '';
    listener.stdout.on('data', (data) => (heard += data));
    const hears = async (line) => {
      const end = Date.now() + MILLISECONDS_PER_ANSWER;
      while (!heard.includes(`"${line}"`)) {
        assert.ok(Date.now() < end, `never heard: ${line}; only ${heard}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    try {
      await hears('subscribed');
      await session(['tools/call', 'test_trigger_resource_update']);
      await hears('resources/updated');
    } finally {
      listener.kill('SIGINT');
    }
  },
};

// What neither program can do, by their own code; the reasons stand here so that they are printed.
const skipped = {
  seesTheProgressOfACall: '`--cli` is built with `progress: false`, and `mcpdo` has no output for progress',
  hearsOfLists: '`mcpdo` has `resources/subscribe` alone; nothing prints that a list changed',
};

// To end `--cli` closes the response, which cancels a call over HTTP in the current era.
if (http && ERA === 'modern') {
  cases.cancelsACall = async () => {
    const label = randomUUID();
    const args = ['--tool-name', 'test_slow_call', '--tool-args-json', JSON.stringify({ label })];
    const slow = oneShot(['--method', 'tools/call', ...args]);
    const fate = async () => text(await session(['tools/call', 'test_call_fate', `label:=${label}`]));
    while ((await fate()) !== 'running') assert.equal(slow.exitCode, null, 'the call ended');
    slow.kill('SIGKILL');
    let now;
    while ((now = await fate()) !== 'cancelled') assert.equal(now, 'running');
  };
} else {
  skipped.cancelsACall = http
    ? 'neither program sends `notifications/cancelled`, and to disconnect is no cancellation in this era'
    : 'neither program sends `notifications/cancelled`, and with the program its server ends';
}

let passed = 0;
let failed = 0;
try {
  const entry = http ? { type: 'streamable-http', url: target[0] } : { command: target[0], args: target.slice(1) };
  writeFileSync(join(scratch, 'servers.json'), JSON.stringify({ mcpServers: { conformance: entry } }));
  await mcpdo(['--config', join(scratch, 'servers.json'), 'connect', 'conformance', '--era', ERA]);
  for (const [name, run] of Object.entries(cases)) {
    try {
      await run();
      passed += 1;
      console.log(`ok ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name}\n${error?.stack ?? error}`);
    }
  }
  for (const [name, reason] of Object.entries(skipped)) console.log(`skip ${name}: ${reason}`);
} finally {
  await mcpdo(['daemon', 'stop']).catch((error) => console.log(`the daemon did not stop: ${error}`));
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`inspector-${ERA}-${http ? 'http' : 'stdio'}: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
