import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../../../contract/errors.ts';
import { anIpAddress, send } from '../../testing/accounts/accounts.ts';
import { publicOrigin } from '../../testing/builders.ts';
import { messageForms } from '../../testing/message-forms.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfff',
  '\ufeffBOM',
  'א\u202eabc\u2066',
  '\u001b[31mred\u001b[0m\u0007',
  "'; DROP TABLE contact_messages; --",
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.test")',
  'line\r\nBcc: all@example.com',
  'a@example.com,b@example.com',
  '{{7*7}}',
  '../../etc/passwd',
  'x'.repeat(2001),
  // Three of them fit into one request body.
  'x'.repeat(20_000),
  '👩‍👩‍👧‍👦'.repeat(90),
];
const oddValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53 + 1,
  1e300,
  [],
  ['ann@example.com'],
  {},
  { toString: 'x' },
  { __proto__: null },
];
const oddKeys = ['__proto__', 'constructor', 'prototype', 'toString', 'state', 'spam_reason', 'source', ''];

const oddText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary', maxLength: 300 }));
const oddValue = fc.oneof(
  fc.constantFrom(...oddValues),
  oddText,
  fc.json().map((text) => JSON.parse(text)),
);

describe.each(Object.entries(messageForms))('the form on %s', (_page, { path, body: aBody }) => {
  const fields = [...Object.keys(aBody()), ...oddKeys];

  test('answers any value in any field with 200 or an error, never with 500', async () => {
    const changes = fc.dictionary(fc.constantFrom(...fields), oddValue, { minKeys: 1, maxKeys: 3 });
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const answer = await send(t, path, { ...aBody(), ...change });
        expect([200, 400], `${JSON.stringify(change)}: ${answer.body}`).toContain(answer.statusCode);
        if (answer.statusCode === 400) errorBody.strict().parse(answer.json());
      }),
      { numRuns: 150 },
    );
  });

  test('answers any JSON with 200 or an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 8 }), async (text) => {
        const answer = await post(text);
        expect([200, 400], text).toContain(answer.statusCode);
      }),
      { numRuns: 60 },
    );
  });

  test('requires its mandatory fields', async () => {
    for (const field of ['name', 'email', ...('message' in aBody() ? ['message'] : ['company'])]) {
      const { [field]: _, ...rest }: Record<string, unknown> = aBody();
      expectError(await send(t, path, rest), 400, 'invalid-request');
      expectError(await send(t, path, { ...rest, [field]: '   ' }), 400, 'invalid-request');
    }
  });

  test.each([
    ['without JSON', '{"name":', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
    ['cut UTF-8', Buffer.from([0x7b, 0x22, 0xc3]), 'application/json', 400],
    ['a form', 'name=Ann', 'application/x-www-form-urlencoded', 415],
    ['text', '{}', 'text/plain', 400],
    ['too much', JSON.stringify({ name: 'x'.repeat(70_000) }), 'application/json', 413],
    ['great depth', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'application/json', 400],
    ['what is compressed', gzipSync(JSON.stringify({ name: 'Ann' })), 'application/json', 400],
  ])('rejects a request %s', async (_what, payload, contentType, status) => {
    const answer = await post(payload, { 'content-type': contentType });
    expect(answer.statusCode, answer.body).toBe(status);
    errorBody.strict().parse(answer.json());
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('does not exist for %s', async (method) => {
    const answer = await t.app.inject({ method, url: path, headers: { origin: publicOrigin } });
    expectError(answer, 404, 'not-found');
  });

  function post(payload: string | Buffer, headers: Record<string, string> = {}) {
    return t.app.inject({
      method: 'POST',
      url: path,
      remoteAddress: anIpAddress(),
      headers: { origin: publicOrigin, 'content-type': 'application/json', ...headers },
      payload,
    });
  }
});

test.each([
  ['a name with quotes', { name: `Ann "The O'Brien"` }],
  ['a name from right to left', { name: 'آن مثال' }],
  ['a name with a tab, pasted', { name: 'Ann\tExample' }],
  ['HTML that is only words', { message: 'I like <b>bold</b> & "quotes"' }],
  ['a message in several paragraphs', { message: 'One\r\n\r\nTwo\n\tThree' }],
  ['controls that came along with pasted text', { message: 'One\u000bTwo\u0000Three' }],
  ['a message of 2000 characters', { message: 'x'.repeat(2000) }],
  ['a name of 100 characters', { name: 'x'.repeat(100) }],
  ['an address of 255 characters', { email: `a@${'b.'.repeat(122)}examples` }],
  ['an address with an apostrophe and a plus', { email: "o'brien+tag@example.com" }],
  ['no company', { company: '' }],
])('%s is accepted', async (_what, change) => {
  const answer = await send(t, messageForms.home.path, { ...messageForms.home.body(), ...change });
  expect(answer.statusCode, answer.body).toBe(200);
});
