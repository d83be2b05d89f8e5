import { expect } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { migrateDatabase } from '../../db/migrate.ts';
import { listSchemaVersions, withMigrationsUpTo } from '../../db/transfer/schema-version.ts';
import { createLinkToken } from '../../features/accounts/links/mailed-link.ts';
import { hashPassword } from '../../platform/passwords/password-hash.ts';
import { aStrongPassword, send } from '../accounts/accounts.ts';
import { expectError } from '../requests/expect-answers.ts';
import { buildTestApp, testAppSecret } from '../test-app.ts';
import { queryValues } from './embedded-harness.ts';

/** The number of migrations when a sign-up was still stored as an unconfirmed user. */
const migrationsBefore = 3;

const people = {
  confirmed: 'confirmed@people.test',
  waiting: 'waiting@people.test',
  /** Granted a role by hand without a confirmed address. */
  appointed: 'appointed@people.test',
};

/** Inserts accounts as the release before pending sign-ups stored them. Returns the token mailed to the unconfirmed one. */
export async function fillOldAccounts(url: string, migrations: string): Promise<string> {
  const version = listSchemaVersions(migrations)[migrationsBefore - 1] ?? 0;
  await withMigrationsUpTo(migrations, version, (migrationsFolder) =>
    migrateDatabase({ url, migrationsFolder, log: () => {}, afterwards: async () => {} }),
  );
  const hash = await hashPassword(aStrongPassword);
  for (const [id, email] of Object.entries(people)) {
    await queryValues(
      url,
      `INSERT INTO "user" (id, name, email, email_verified) VALUES ('${id}', '', '${email}', ${id === 'confirmed'})`,
    );
    await queryValues(
      url,
      `INSERT INTO account (id, account_id, provider_id, user_id, password)
       VALUES ('account-${id}', '${id}', 'credential', '${id}', '${hash}')`,
    );
  }
  await queryValues(url, `INSERT INTO user_roles (user_id, role) VALUES ('appointed', 'admin')`);
  await queryValues(
    url,
    `INSERT INTO verification (id, identifier, value, expires_at)
     VALUES ('v1', 'reset-password:x', 'waiting', now() + interval '1 hour')`,
  );
  return createLinkToken(testAppSecret, 'confirm-address', 'waiting', new Date(Date.now() + 3_600_000));
}

/** Checks that no account was lost in the migration and that the old link confirms only with its password. */
export async function expectAccountsMigrated(url: string, token: string): Promise<void> {
  const t = await buildTestApp({ databaseUrl: url });
  try {
    expect(await queryValues(url, 'SELECT id FROM "user" ORDER BY id')).toEqual(['appointed', 'confirmed']);
    expect(await queryValues(url, `SELECT user_id FROM user_roles`)).toEqual(['appointed']);
    expect(await queryValues(url, 'SELECT id FROM pending_sign_ups')).toEqual(['waiting']);
    // A restore adds this row.
    expect(await queryValues(url, `SELECT id FROM verification WHERE identifier <> 'restored-at'`)).toEqual(
      [],
    );
    const signIn = (email: string) => send(t, apiPaths.signIn, { email, password: aStrongPassword });
    const confirm = (password: string) => send(t, apiPaths.verifyEmail, { token, password });
    expectError(await signIn(people.waiting), 403, 'email-unconfirmed');
    expectError(await confirm('a wrong password'), 401, 'wrong-password');
    expect((await confirm(aStrongPassword)).statusCode).toBe(200);
    expect((await signIn(people.waiting)).statusCode).toBe(200);
    expect((await signIn(people.confirmed)).statusCode).toBe(200);
  } finally {
    await t.close();
  }
}
