import { afterAll, beforeAll, expect, test } from 'vitest';
import { me } from '../../contract/account/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { readConfig } from '../config.ts';
import { aNewSession, anAccount, anEmail, send } from '../testing/accounts/accounts.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { adminGrant } from './admin-grant.ts';
import { adminList } from './admin-list.ts';
import { adminRevoke } from './admin-revoke.ts';
import type { Command } from './command.ts';
import { companyCreate } from './company-create.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

async function type(command: Command, ...args: string[]): Promise<string> {
  const printed: string[] = [];
  const config = readConfig({ DATABASE_URL: t.databaseUrl, DATA_DIR: t.config.dataDir }, process.cwd());
  await command.run(args, { config, print: (line) => printed.push(line), log: () => {} });
  return printed.join('\n');
}

test('an operator grants and revokes the administrator role from the next request on', async () => {
  const user = await anAccount(t);
  const { email } = user;
  let { cookie } = user;
  const role = async () =>
    me.parse((await t.app.inject({ url: apiPaths.me, headers: { cookie } })).json()).role;
  expect(await type(adminList)).toContain('There is no administrator yet.');
  expect(await type(adminGrant, email.toUpperCase())).toContain('is now an administrator.');
  // Sessions from before the grant end.
  expect(await role()).toBeNull();
  ({ cookie } = await aNewSession(t, user));
  expect(await role()).toBe('owner');
  const { rows } = await t.db.query('SELECT subject FROM mails WHERE recipient = $1', [email]);
  expect(rows).toContainEqual({ subject: 'You are an administrator of Northlight' });
  expect(await type(adminList)).toMatch(new RegExp(`^${email}  since .* two-factor authentication off$`));
  await type(adminRevoke, '--email', email);
  expect(await role()).toBeNull();
  await expect(type(adminRevoke, email)).rejects.toThrow('is not an administrator');
});

test('only an account with a confirmed address becomes an administrator', async () => {
  const email = anEmail();
  await expect(type(adminGrant, email)).rejects.toThrow(`There is no account of ${email}.`);
  await send(t, apiPaths.signUp, { email, password: 'seven herons over wet slate' });
  await expect(type(adminGrant, email)).rejects.toThrow('has not confirmed the address yet');
  await expect(type(adminGrant)).rejects.toThrow('EMAIL is required');
  await expect(type(adminGrant, email, 'more')).rejects.toThrow('Unexpected argument: more');
});

test('creating a second company with the same name and domain needs confirmation', async () => {
  const same = ['--name', 'Shop', '--domain', 'MÜNCHEN.example'];
  expect(await type(companyCreate, ...same)).toContain('Created Shop for münchen.example');
  await expect(type(companyCreate, ...same)).rejects.toThrow(
    /^There is already a company named Shop for münchen\.example\. Its id is [\da-f-]{36}\. Add --allow-duplicate/,
  );
  expect(await type(companyCreate, ...same, '--allow-duplicate')).toContain('Created Shop');
});

test('a company is created with its time zone and settings', async () => {
  const options = ['--time-zone', 'europe/berlin', '--no-visitor-id', '--hash-routing'];
  const printed = await type(companyCreate, '--name', 'Zoned', '--domain', 'zoned.example', ...options);
  expect(printed).toContain('time zone      Europe/Berlin');
  const stored = `SELECT time_zone, stores_visitor_id, has_hash_routing FROM companies WHERE name = 'Zoned'`;
  expect((await t.db.query(stored)).rows).toEqual([
    { time_zone: 'Europe/Berlin', stores_visitor_id: false, has_hash_routing: true },
  ]);
});

test('a wrong option is explained', async () => {
  const shop = ['--name', 'Shop', '--domain', 'shop.example'];
  await expect(type(companyCreate, ...shop, '--currency', 'XXX')).rejects.toThrow(
    'Currency must be one of USD',
  );
  await expect(type(companyCreate, '--name', 'Shop', '--domain', 'shop')).rejects.toThrow(
    'such as shop.example',
  );
  await expect(type(companyCreate, ...shop, '--time-zone', 'Berlin')).rejects.toThrow(
    'Please choose a time zone such as Europe/London.',
  );
});
