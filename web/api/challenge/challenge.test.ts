// @vitest-environment jsdom
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Challenge,
  challenge,
  solutionHeader,
  solvedChallenge,
} from '../../../contract/account/challenge.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { signUp } from '../accounts.ts';
import { createCheckout } from '../checkout.ts';
import { submitHomeMessage } from '../forms.ts';
import { requestPasswordReset } from '../password-reset.ts';
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

const secrets = { hmacSignatureSecret: 'signs challenges', hmacKeySignatureSecret: 'signs keys' };

async function aChallenge({ counter = 20, cost = 50 } = {}): Promise<Challenge> {
  const made = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter,
    deriveKey,
    data: { kind: 'form' },
    expiresAt: new Date(Date.now() + 60_000),
    ...secrets,
  });
  return challenge.parse(made);
}

async function isSolved(header: unknown): Promise<boolean> {
  if (typeof header !== 'string') return false;
  const solved = solvedChallenge.parse(JSON.parse(atob(header)));
  return (await verifySolution({ ...solved, deriveKey, ...secrets })).verified;
}

/** Responds with a challenge to requests without a valid solution, and to the first `rejections` requests with one. */
function askForChallenges(address: string, { rejections = 0 } = {}): string[] {
  const bodies: string[] = [];
  let left = rejections;
  api.handle(address, async (request, response, body) => {
    bodies.push(body);
    const isAccepted = (await isSolved(request.headers[solutionHeader])) && left-- <= 0;
    if (isAccepted)
      return sendJson(response, 200, { received: true, status: true, url: 'https://pay.test/' });
    const error = { code: 'challenge-required', message: 'Solve this first.', challenge: await aChallenge() };
    sendJson(response, 428, { error });
  });
  return bodies;
}

/** Simulates a page without https. Only during `work`, because the test's server needs `crypto`. */
async function withoutSubtleCrypto<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.stubGlobal('crypto', {});
  try {
    return await work();
  } finally {
    vi.unstubAllGlobals();
  }
}

const contactPath = 'POST /api/send-contact-email';
const message = { name: 'Ann', email: 'ann@example.com', message: 'Hello' };
const password = 'seven herons over wet slate';

test.each([
  ['a message', contactPath, () => submitHomeMessage(message)],
  [
    'a checkout',
    'POST /api/create-payment',
    () => createCheckout({ priceId: 'price_chatbots', customerEmail: message.email }),
  ],
  ['a sign-up', 'POST /api/auth/sign-up/email', () => signUp({ email: message.email, password })],
  ['a password reset', 'POST /api/auth/request-password-reset', () => requestPasswordReset(message.email)],
])(
  '%s answered with a challenge is sent again with its solution and the same body',
  async (_what, address, send) => {
    const bodies = askForChallenges(address);
    await send();
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
  },
);

test('after an expired solution the new challenge is solved', async () => {
  const bodies = askForChallenges(contactPath, { rejections: 1 });
  await submitHomeMessage(message);
  expect(bodies).toHaveLength(3);
});

test('after three rejected solutions the server’s message is shown', async () => {
  const bodies = askForChallenges(contactPath, { rejections: 100 });
  await expect(submitHomeMessage(message)).rejects.toMatchObject({
    code: 'challenge-required',
    message: 'Solve this first.',
  });
  expect(bodies).toHaveLength(3);
});

test('a challenge that cannot be solved shows the server’s message', async () => {
  const broken = await aChallenge();
  const error = { code: 'challenge-required', message: 'Solve this first.', challenge: broken };
  api.json(contactPath, 428, { error });
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(new Error('out of memory'));
  await expect(submitHomeMessage(message)).rejects.toMatchObject({ message: 'Solve this first.' });
  expect(reported).toHaveBeenCalledOnce();
  expect(api.requests).toEqual([contactPath]);
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
