import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { me } from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { migrateDatabase } from '../../db/migrate.ts';
import { listSchemaVersions, withMigrationsUpTo } from '../../db/transfer/schema-version.ts';
import { deriveKey } from '../../platform/keys.ts';
import { hashPassword } from '../../platform/passwords/password-hash.ts';
import { aStrongPassword, send } from '../accounts/accounts.ts';
import { buildTestApp, testAppSecret } from '../test-app.ts';
import { queryValues } from './embedded-harness.ts';

/** The number of migrations when session tokens were stored unhashed. */
const migrationsBefore = 6;
const token = 'HqzM2n7bX4cVr9TdKpLw3sYfGj6ZaE8u';
const email = 'signed-in@people.test';

/** Inserts a session as the release before hashed tokens stored it, with counted attempts and an audit entry. */
export async function fillOldSession(url: string, migrations: string): Promise<void> {
  const version = listSchemaVersions(migrations)[migrationsBefore - 1] ?? 0;
  await withMigrationsUpTo(migrations, version, (migrationsFolder) =>
    migrateDatabase({ url, migrationsFolder, log: () => {}, afterwards: async () => {} }),
  );
  const hash = await hashPassword(aStrongPassword);
  await queryValues(
    url,
    `INSERT INTO "user" (id, name, email, email_verified) VALUES ('u1', '', '${email}', true)`,
  );
  await queryValues(
    url,
    `INSERT INTO account (id, account_id, provider_id, user_id, password)
     VALUES ('a1', 'u1', 'credential', 'u1', '${hash}')`,
  );
  await queryValues(
    url,
    `INSERT INTO session (id, token, user_id, expires_at, created_at)
     VALUES ('s1', '${token}', 'u1', now() + interval '6 days', now() - interval '1 day')`,
  );
  await queryValues(
    url,
    `INSERT INTO attempts (key, count, ends_at) VALUES ('grant-admin', 70, now() + interval '1 hour')`,
  );
  await queryValues(
    url,
    `INSERT INTO audit_log (id, at, actor, action, object, address)
     VALUES (gen_random_uuid(), now(), 'operator', 'admin.granted', '${email}', '')`,
  );
}

/** Checks that nothing was lost in the migration, the token is not readable and attempts are still counted. */
export async function expectSessionsMigrated(url: string): Promise<void> {
  expect(await queryValues(url, 'SELECT count FROM audit_log')).toEqual([1]);
  expect(await queryValues(url, 'SELECT cardinality(times) FROM attempts')).toEqual([50]);
  expect(await queryValues(url, `SELECT count(*)::int FROM session WHERE token = '${token}'`)).toEqual([0]);
  const t = await buildTestApp({ databaseUrl: url });
  try {
    const signedIn = await send(t, apiPaths.signIn, { email, password: aStrongPassword });
    expect(signedIn.statusCode, signedIn.body).toBe(200);
    const granted = await send(t, apiPaths.grantAdmin, { email, accessKey: 'a wrong key' });
    expect(granted.statusCode).toBe(429);
  } finally {
    await t.close();
  }
}

/** The email address that the old session's cookie signs in, if any. */
export async function findOldSession(url: string): Promise<string | undefined> {
  const t = await buildTestApp({ databaseUrl: url });
  try {
    const secret = deriveKey(testAppSecret, 'accounts').toString('base64url');
    const signature = createHmac('sha256', secret).update(token).digest('base64');
    const cookie = `northlight.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
    const answer = await t.app.inject({ url: apiPaths.me, headers: { cookie } });
    return me.parse(answer.json()).user?.email;
  } finally {
    await t.close();
  }
}
