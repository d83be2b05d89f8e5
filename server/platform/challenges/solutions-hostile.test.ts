import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SolvedChallenge } from '../../../contract/account/challenge.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anEmail, anIpAddress, aStrongPassword, send } from '../../testing/accounts/accounts.ts';
import { aServerAtThreshold, countStatus, sendContactMessage } from '../../testing/flooded-server.ts';
import { messageForms } from '../../testing/message-forms.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { requireChallenge, solve, toSolutionHeaders } from '../../testing/requests/solve-challenge.ts';
import { type TestApp, testAppSecret } from '../../testing/test-app.ts';
import { ProofOfWork } from './proof-of-work.ts';

describe('a server above its thresholds', () => {
  let t: TestApp;
  let other: TestApp;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ t, other, close } = await aServerAtThreshold());
  });
  afterAll(() => close());

  const email = 'nobody@people.test';
  const account = { email, password: aStrongPassword };
  const purchase = () => ({ priceId: 'price_chatbots', customerEmail: anEmail() });

  test.each([
    ['the home page', messageForms.home.path, messageForms.home.body],
    ['the contact page', messageForms.contact.path, messageForms.contact.body],
    ['a demo request', messageForms.demo.path, messageForms.demo.body],
    ['a checkout', apiPaths.createCheckout, purchase],
    ['a sign-up', apiPaths.signUp, () => account],
    ['a forgotten password', apiPaths.requestPasswordReset, () => ({ email })],
    ['a confirmation sent again', apiPaths.sendVerificationEmail, () => account],
  ])('%s requires a solved challenge and accepts its solution', async (_what, path, toBody) => {
    const body = toBody();
    const address = anIpAddress();
    const refused = await send(t, path, body, { address });
    const headers = toSolutionHeaders(await solve(requireChallenge(refused)));
    expect((await send(t, path, body, { address, headers })).statusCode).toBe(200);
  });

  test('an invalid body is rejected before a challenge is required', async () => {
    const answer = await send(t, messageForms.contact.path, {
      ...messageForms.contact.body(),
      email: 'nobody',
    });
    expectError(answer, 400, 'invalid-request');
    const weak = await send(t, apiPaths.signUp, { email, password: 'password' });
    expectError(weak, 400, 'weak-password');
  });

  test('one solution sent ten times to two processes is accepted once', async () => {
    const headers = toSolutionHeaders(await solve(requireChallenge(await sendContactMessage(t))));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => sendContactMessage(turn % 2 === 0 ? t : other, headers)),
    );
    expect(countStatus(answers, 200)).toBe(1);
    expect(countStatus(answers, 428)).toBe(9);
    // A different encoding of the same solution does not count as another one.
    const solved: SolvedChallenge = JSON.parse(
      Buffer.from(Object.values(headers)[0] ?? '', 'base64url').toString(),
    );
    const rewritten = { solution: { ...solved.solution, counter: 1 }, challenge: solved.challenge, more: 1 };
    expect((await sendContactMessage(t, toSolutionHeaders(rewritten))).statusCode).toBe(428);
  });

  test('replaying a solution counts against the limit of its sender', async () => {
    const address = anIpAddress();
    const signUp = (headers: Record<string, string> = {}) =>
      send(t, apiPaths.signUp, { email: anEmail(), password: aStrongPassword }, { headers, address });
    const headers = toSolutionHeaders(await solve(requireChallenge(await signUp())));
    const statuses: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) statuses.push((await signUp(headers)).statusCode);
    expect(statuses).toEqual([200, 428, 428, 428, 428, 429, 429]);
  });

  test('a solution for one kind of request is not valid for another', async () => {
    const solved = await solve(requireChallenge(await sendContactMessage(t)));
    const headers = toSolutionHeaders(solved);
    requireChallenge(await send(t, apiPaths.requestPasswordReset, { email }, { headers }));
    requireChallenge(await send(t, apiPaths.createCheckout, purchase(), { headers }));
    // Changing the kind in the challenge does not help.
    const { parameters } = solved.challenge;
    const renamed = {
      ...solved,
      challenge: { ...solved.challenge, parameters: { ...parameters, data: { kind: 'account' } } },
    };
    const lied = { headers: toSolutionHeaders(renamed) };
    requireChallenge(await send(t, apiPaths.requestPasswordReset, { email }, lied));
    // The failed requests did not use up the solution.
    expect((await sendContactMessage(t, headers)).statusCode).toBe(200);
  });

  test('a solution in the header of releases before 0.7.0 is accepted', async () => {
    const [solution = ''] = Object.values(
      toSolutionHeaders(await solve(requireChallenge(await sendContactMessage(t)))),
    );
    expect((await sendContactMessage(t, { 'x-northlight-solution': solution })).statusCode).toBe(200);
  });

  test('an expired solution is rejected with a new challenge', async () => {
    const work = new ProofOfWork(testAppSecret);
    const late = await work.create('form', 1, new Date(Date.now() - 301_000));
    const answer = await sendContactMessage(t, toSolutionHeaders(await solve(late)));
    const fresh = requireChallenge(answer);
    expect(fresh.parameters.nonce).not.toBe(late.parameters.nonce);
    expect((await sendContactMessage(t, toSolutionHeaders(await solve(fresh)))).statusCode).toBe(200);
  });

  test('a forged or simplified challenge is rejected', async () => {
    const own = await new ProofOfWork('a secret of another installation').create('form', 1, new Date());
    requireChallenge(await sendContactMessage(t, toSolutionHeaders(await solve(own))));

    const given = requireChallenge(await sendContactMessage(t));
    const { parameters } = given;
    const easier = [
      { ...parameters, cost: 1 },
      { ...parameters, expiresAt: parameters.expiresAt + 3_600 },
      { ...parameters, keySignature: own.parameters.keySignature },
      { ...parameters, keyPrefix: '0'.repeat(32) },
    ];
    const { solution } = await solve(own);
    for (const changed of easier) {
      const answer = await sendContactMessage(
        t,
        toSolutionHeaders({ challenge: { ...given, parameters: changed }, solution }),
      );
      requireChallenge(answer);
    }
    // The known first half of the key with a guessed second half.
    const guessed = { counter: 5, derivedKey: parameters.keyPrefix + '00'.repeat(16) };
    requireChallenge(await sendContactMessage(t, toSolutionHeaders({ challenge: given, solution: guessed })));
  });

  test.each([
    ['nothing', ''],
    ['no base64', '%%%%'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['null', Buffer.from('null').toString('base64url')],
    ['a list', Buffer.from('[[[[]]]]').toString('base64url')],
    ['a prototype', Buffer.from('{"__proto__":{"verified":true},"challenge":{}}').toString('base64url')],
    ['bytes that are no text', Buffer.from([255, 254, 0, 1]).toString('base64url')],
    ['a deep object', Buffer.from('{"challenge":'.repeat(100)).toString('base64url')],
    ['10,000 characters', 'A'.repeat(10_000)],
  ])('a header with %s is answered with a challenge', async (_what, header) => {
    for (const [path, body] of [
      [messageForms.contact.path, messageForms.contact.body()],
      [apiPaths.signUp, account],
      [apiPaths.createCheckout, purchase()],
    ] as const) {
      requireChallenge(await send(t, path, body, { headers: { 'x-solution': header } }));
    }
  });

  test.each([
    ['a counter that is not a number', { counter: 'NaN' }],
    ['a negative counter', { counter: -1 }],
    ['a counter beyond 32 bits', { counter: 2 ** 40 }],
    ['a key in capitals', { derivedKey: 'A'.repeat(64) }],
    ['a short key', { derivedKey: '' }],
    ['a key that is a list', { derivedKey: ['0'] }],
  ])('a solution with %s is rejected', async (_what, change) => {
    const solved = await solve(requireChallenge(await sendContactMessage(t)));
    const spoiled = { ...solved, solution: { ...solved.solution, ...change } };
    requireChallenge(await sendContactMessage(t, toSolutionHeaders(spoiled)));
  });

  test('requests answered with a challenge do not count towards the five messages of an address', async () => {
    const address = anIpAddress();
    for (let turn = 0; turn < 5; turn += 1) {
      // Asks both processes: one of them may not know yet that the threshold is reached.
      requireChallenge(await sendContactMessage(t, {}, address));
      const headers = toSolutionHeaders(
        await solve(requireChallenge(await sendContactMessage(other, {}, address))),
      );
      expect((await sendContactMessage(t, headers, address)).statusCode).toBe(200);
    }
    // Then it gets a 429 and no challenge.
    const answer = await sendContactMessage(t, {}, address);
    expectError(answer, 429, 'too-many-requests');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_000);
  });
});
