// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { idempotencyKeyHeader } from '../../contract/idempotency-key.ts';
import { ApiError } from './client.ts';
import { IdempotentRequest } from './idempotent-request.ts';

afterEach(() => vi.unstubAllGlobals());

const lost = () => new ApiError('unreachable', 'The server cannot be reached.');

/** Records the Idempotency-Key of each request. Throws the failures once each, in order. */
function recorder(...failures: (Error | undefined)[]) {
  const intent = new IdempotentRequest();
  const keys: string[] = [];
  const send = (content: unknown) =>
    intent
      .send(content, async (headers) => {
        keys.push(headers[idempotencyKeyHeader] ?? '');
        const failure = failures.shift();
        if (failure) throw failure;
      })
      .catch(() => undefined);
  return { keys, send };
}

test('two clicks at once share a key', async () => {
  const { keys, send } = recorder();
  await Promise.all([send('a'), send('a')]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test.each([
  ['no answer came', lost()],
  ['the server was busy', new ApiError('unavailable', 'Busy.')],
  ['the server failed', new ApiError('internal', 'Failed.')],
  ['a proxy answered in its place', new ApiError('unreadable', '502')],
  ['the time ran out', new DOMException('Timed out', 'TimeoutError')],
])('when %s, the next attempt has the same key', async (_what, failure) => {
  const { keys, send } = recorder(failure);
  await send('a');
  await send('a');
  expect(keys[1]).toBe(keys[0]);
});

test.each([
  ['too many requests were under way', new ApiError('too-many-requests', 'Try again in 2 seconds.')],
  ['the challenge was not solved', new ApiError('challenge-required', 'Solve this first.')],
  ['the session had ended', new ApiError('not-signed-in', 'Sign in.')],
  ['the sign-in was too long ago', new ApiError('recent-sign-in-required', 'Sign in again.')],
])('an answer was lost, then %s: the third click created a second one', async (_what, refusal) => {
  const { keys, send } = recorder(lost(), refusal);
  for (let turn = 0; turn < 3; turn += 1) await send('a');
  expect(new Set(keys).size).toBe(1);
});

test('after a success or a refusal the same content is a new intent', async () => {
  const { keys, send } = recorder(undefined, new ApiError('company-exists', 'There is one.'));
  for (let turn = 0; turn < 3; turn += 1) await send('a');
  expect(new Set(keys).size).toBe(3);
});

test('changed content is a new intent', async () => {
  const { keys, send } = recorder(lost(), lost());
  await send('a');
  await send('b');
  expect(keys[1]).not.toBe(keys[0]);
});

test('a late answer does not end the next intent', async () => {
  const intent = new IdempotentRequest();
  const keys: string[] = [];
  let release = () => {};
  const first = intent.send('a', () => new Promise<void>((resolve) => (release = resolve)));
  const fails = async (headers: Record<string, string>) => {
    keys.push(headers[idempotencyKeyHeader] ?? '');
    throw lost();
  };
  await intent.send('b', fails).catch(() => undefined);
  release();
  await first;
  await intent.send('b', fails).catch(() => undefined);
  expect(keys[1]).toBe(keys[0]);
});

test('a page without https, where browsers have no randomUUID, makes keys too', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const { keys, send } = recorder();
  await send('a');
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});
