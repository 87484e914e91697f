// client.mjs URL | COMMAND [ARGUMENT…]
//
// Lists and calls the tools of the conformance server with the official TypeScript client, as an application would.
import assert from 'node:assert/strict';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const REVISION = '2026-07-28';
const MILLISECONDS_PER_ANSWER = 20_000;
const MILLISECONDS_IN_ALL = 120_000;

const options = { timeout: MILLISECONDS_PER_ANSWER };
const call = (client, name, args, more) => client.callTool({ name, arguments: args }, { ...options, ...more });

const cases = {
  async findsTheServer(client) {
    assert.equal(client.getNegotiatedProtocolVersion(), REVISION);
    assert.equal(client.getServerVersion()?.name, 'conformance');
    assert.ok(client.getServerCapabilities()?.tools);
  },

  async listsEveryToolWithItsSchema(client) {
    const { tools } = await client.listTools({}, options);
    const names = tools.map((tool) => tool.name);
    assert.deepEqual(names, [...new Set(names)].sort());
    // A tool whose header declarations the client refuses would be missing from its list.
    assert.ok(names.includes('test_custom_header'), names.join(' '));
    for (const tool of tools) {
      assert.ok(tool.description, tool.name);
      assert.equal(tool.inputSchema.type, 'object', tool.name);
    }
  },

  async listsTheHints(client) {
    const { tools } = await client.listTools({}, options);
    const { annotations } = tools.find((tool) => tool.name === 'test_simple_text');
    assert.equal(annotations?.readOnlyHint, true);
    assert.equal(annotations?.destructiveHint, false);
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
    await assert.rejects(call(client, 'no_such_tool', {}), (error) => error.code === -32602);
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

// By default the client speaks the older revisions only.
const client = new Client({ name: 'taffrail-check', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
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
console.log(`typescript-${http ? 'http' : 'stdio'}: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
