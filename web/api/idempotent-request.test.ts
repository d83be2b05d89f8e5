// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { idempotencyKeyHeader } from '../../contract/constants.ts';
import { ApiError } from './client.ts';
import { IdempotentRequest } from './idempotent-request.ts';

afterEach(() => vi.unstubAllGlobals());

const lost = () => new ApiError('unreachable', 'The server cannot be reached.');

/** Records the Idempotency-Key of each request. Throws the failures once each, in order. */
function recorder(...failures: (Error | undefined)[]) {
  const request = new IdempotentRequest();
  const keys: string[] = [];
  const send = (content: unknown) =>
    request
      .send(content, async (headers) => {
        keys.push(headers[idempotencyKeyHeader] ?? '');
        const failure = failures.shift();
        if (failure) throw failure;
      })
      .catch(() => undefined);
  return { keys, send };
}

test('two simultaneous clicks share a key', async () => {
  const { keys, send } = recorder();
  await Promise.all([send('a'), send('a')]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test.each([
  ['no response arrived', lost()],
  ['the server was busy', new ApiError('unavailable', 'Busy.')],
  ['the server failed', new ApiError('internal', 'Failed.')],
  ['a proxy responded instead', new ApiError('unreadable', '502')],
  ['the request timed out', new DOMException('Timed out', 'TimeoutError')],
])('after %s, the next attempt has the same key', async (_what, failure) => {
  const { keys, send } = recorder(failure);
  await send('a');
  await send('a');
  expect(keys[1]).toBe(keys[0]);
});

test.each([
  ['a rate limit rejected the retry', new ApiError('too-many-requests', 'Try again in 2 seconds.')],
  ['the challenge was not solved', new ApiError('challenge-required', 'Solve this first.')],
  ['the session had ended', new ApiError('not-signed-in', 'Sign in.')],
  ['a recent sign-in was required', new ApiError('recent-sign-in-required', 'Sign in again.')],
])('a response was lost, then %s: the third attempt still has the first key', async (_what, rejection) => {
  const { keys, send } = recorder(lost(), rejection);
  for (let turn = 0; turn < 3; turn += 1) await send('a');
  expect(new Set(keys).size).toBe(1);
});

test('after a success or a rejection the same content gets a new key', async () => {
  const { keys, send } = recorder(undefined, new ApiError('company-exists', 'There is one.'));
  for (let turn = 0; turn < 3; turn += 1) await send('a');
  expect(new Set(keys).size).toBe(3);
});

test('changed content gets a new key', async () => {
  const { keys, send } = recorder(lost(), lost());
  await send('a');
  await send('b');
  expect(keys[1]).not.toBe(keys[0]);
});

test('a late response does not end the next request', async () => {
  const request = new IdempotentRequest();
  const keys: string[] = [];
  let release = () => {};
  const first = request.send('a', () => new Promise<void>((resolve) => (release = resolve)));
  const fails = async (headers: Record<string, string>) => {
    keys.push(headers[idempotencyKeyHeader] ?? '');
    throw lost();
  };
  await request.send('b', fails).catch(() => undefined);
  release();
  await first;
  await request.send('b', fails).catch(() => undefined);
  expect(keys[1]).toBe(keys[0]);
});

test('without https, where browsers have no randomUUID, keys are created too', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const { keys, send } = recorder();
  await send('a');
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});
