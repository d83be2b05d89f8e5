import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBody } from '../../contract/errors.ts';
import { apiPaths } from '../../contract/paths.ts';
import { invalidEmail } from '../../contract/rules/email.ts';
import {
  addressesToClean,
  internationalAddresses,
  invalidAddresses,
  validAddresses,
} from '../../contract/rules/email-examples.ts';
import { aStrongPassword, send } from '../testing/accounts/accounts.ts';
import { messageForms } from '../testing/message-forms.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

interface Target {
  path: string;
  field: string;
  body: () => object;
  isAccount?: boolean;
}

const account = (path: string, body: object = {}): Target => ({
  path,
  field: 'email',
  body: () => body,
  isAccount: true,
});

/** Every endpoint that accepts an email address. */
const targets: Target[] = [
  { path: messageForms.home.path, field: 'email', body: messageForms.home.body },
  { path: messageForms.contact.path, field: 'email', body: messageForms.contact.body },
  { path: messageForms.demo.path, field: 'email', body: messageForms.demo.body },
  { path: apiPaths.createCheckout, field: 'customerEmail', body: () => ({ priceId: 'price_chatbots' }) },
  account(apiPaths.signUp, { password: aStrongPassword }),
  account(apiPaths.signIn, { password: 'not the password' }),
  account(apiPaths.sendVerificationEmail, { password: aStrongPassword }),
  account(apiPaths.requestPasswordReset),
  account(apiPaths.grantAdmin, { accessKey: 'not the key' }),
];

/** The endpoint’s message about the address; undefined if it accepts it. */
async function validate(target: Target, address: string): Promise<string | undefined> {
  const answer = await send(t, target.path, { ...target.body(), [target.field]: address });
  if (answer.statusCode !== 400) return undefined;
  const { error } = errorBody.parse(answer.json());
  expect(error, `${target.path} ${JSON.stringify(address)}`).toMatchObject({
    code: 'invalid-request',
    field: target.field,
  });
  return error.message;
}

async function validateAll(target: Target, addresses: string[]): Promise<[string, string | undefined][]> {
  // Account and global limits are not under test here.
  await t.db.query('DELETE FROM attempts');
  return Promise.all(addresses.map(async (address) => [address, await validate(target, address)]));
}

test.each(targets)(
  '$path rejects the addresses that its page rejects, with the same message',
  async (target) => {
    const verdicts = await validateAll(target, invalidAddresses);
    expect(verdicts).toEqual(invalidAddresses.map((address) => [address, invalidEmail]));
  },
);

test.each(targets)('$path accepts the addresses that its page accepts', async (target) => {
  const good = [...validAddresses, ...addressesToClean];
  expect(await validateAll(target, good)).toEqual(good.map((address) => [address, undefined]));
  const foreign = await validateAll(target, internationalAddresses);
  for (const [address, problem] of foreign)
    expect(problem !== undefined, address).toBe(target.isAccount === true);
});

test('a message from "ada@example.com," is stored with the address alone', async () => {
  const body = { ...messageForms.home.body(), name: 'Comma', email: 'ada@example.com, ' };
  expect((await send(t, messageForms.home.path, body)).statusCode).toBe(200);
  const stored = await t.db.query<{ email: string }>(
    `SELECT email FROM contact_messages WHERE name = 'Comma'`,
  );
  expect(stored.rows).toEqual([{ email: 'ada@example.com' }]);
});
