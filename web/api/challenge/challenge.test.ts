// @vitest-environment jsdom
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { solutionHeader } from '../../../contract/account/challenge.ts';
import { type ApiServer, startApi } from '../../testing/api-server.ts';
import { aChallenge, askForChallenges, isSolved } from '../../testing/challenges.ts';
import { sendPost } from '../client.ts';
import { solve } from './solve-challenge.ts';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await api.close();
});

/** Simulates a page without https. Only during `work`, because the test's server needs `crypto`. */
async function withoutSubtleCrypto<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.stubGlobal('crypto', {});
  try {
    return await work();
  } finally {
    vi.unstubAllGlobals();
  }
}

const path = '/api/send-contact-email';
const address = `POST ${path}`;
const message = { message: 'Hello' };

test('after an expired solution the new challenge is solved', async () => {
  const bodies = askForChallenges(api, address, { rejections: 1 });
  await sendPost(path, message);
  expect(bodies).toHaveLength(3);
});

test('after three rejected solutions the server’s message is shown', async () => {
  const bodies = askForChallenges(api, address, { rejections: 100 });
  await expect(sendPost(path, message)).rejects.toMatchObject({
    code: 'challenge-required',
    message: 'Solve this first.',
  });
  expect(bodies).toHaveLength(3);
});

test('a challenge that cannot be solved shows the server’s message', async () => {
  const broken = await aChallenge();
  const error = { code: 'challenge-required', message: 'Solve this first.', challenge: broken };
  api.json(address, 428, { error });
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(new Error('out of memory'));
  await expect(sendPost(path, message)).rejects.toMatchObject({ message: 'Solve this first.' });
  expect(reported).toHaveBeenCalledOnce();
  expect(api.requests).toEqual([address]);
});

test('without https a script solves it without blocking the page', async () => {
  const hard = await aChallenge({ counter: 1_000, cost: 200 });
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  });
  const headers = await withoutSubtleCrypto(() => solve(hard));
  clearInterval(counting);
  expect(await isSolved(headers[solutionHeader])).toBe(true);
  expect(turns).toBeGreaterThan(0);
});

test('a toast explains a challenge that takes longer than a second, until it is solved', async () => {
  const message = vi.spyOn(toast, 'message');
  const dismiss = vi.spyOn(toast, 'dismiss');
  const made = await aChallenge({ counter: 200 });
  // The clock advances by itself, because the solver also uses timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const solving = solve(made);
  vi.advanceTimersByTime(1_000);
  await solving;
  await vi.waitFor(() => expect(dismiss).toHaveBeenCalledOnce());
  expect(message.mock.calls[0]?.[0]).toBe('Checking that you are not a robot. This can take a minute...');
  expect(dismiss.mock.calls[0]?.[0]).toBe(message.mock.results[0]?.value);
});
