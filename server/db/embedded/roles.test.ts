import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { prepareDatabase } from '../../commands/prepare-database.ts';
import { resolveFolders } from '../../paths.ts';
import { aCompany, aPageview, track } from '../../testing/builders.ts';
import { runPsqlScript } from '../../testing/database/psql-script.ts';
import { expectAccepted } from '../../testing/requests/expect-answers.ts';
import { buildTestApp } from '../../testing/test-app.ts';
import { withOwnerConnection } from '../database-roles.ts';
import { startEmbedded } from './embedded.ts';

const script = join(resolveFolders().migrations, '..', '..', '..', 'deploy', 'database-roles.sh');

test('a database created by an earlier release as superuser works with the two roles', async () => {
  const folder = mkdtempSync('/tmp/northlight-roles-');
  chmodSync(folder, 0o711);
  const embedded = await startEmbedded({ dataDir: folder, log: () => {} });
  const { adminUrl } = embedded;
  const admin = new pg.Client({ connectionString: adminUrl });
  const env = {
    POSTGRES_USER: String(admin.user),
    POSTGRES_DB: String(admin.database),
    APP_PASSWORD: `app's "secret" \\`,
    OWNER_PASSWORD: 'owner',
  };
  try {
    await prepareDatabase(adminUrl, () => {});
    await admin.connect();
    await runPsqlScript(admin, script, env);
    // The script can run again. It resets the password and settings that a role can change for itself.
    await admin.query("ALTER ROLE northlight_app PASSWORD 'stolen'");
    await admin.query('ALTER ROLE northlight_app SET statement_timeout = 1');
    await runPsqlScript(admin, script, env);
    // The superuser no longer has a password.
    await expect(withOwnerConnection(adminUrl, async () => {})).rejects.toThrow(
      /password authentication failed/,
    );
    const as = (role: string, password: string) =>
      `postgres://${role}:${encodeURIComponent(password)}@/${admin.database}?host=${encodeURIComponent(admin.host)}&port=${admin.port}`;
    const t = await buildTestApp({
      databaseUrl: as('northlight_app', env.APP_PASSWORD),
      databaseOwnerUrl: as('northlight_owner', env.OWNER_PASSWORD),
    });
    const { company } = await aCompany(t.db);
    expectAccepted(await track(t.app, aPageview(company.id)), 1);
    await expect(t.db.query('DROP TABLE daily_visitors')).rejects.toThrow('must be owner');
    for (const made of ['lo_create(0)', 'lo_creat(-1)', "lo_from_bytea(0, 'x')"])
      await expect(t.db.query(`SELECT ${made}`)).rejects.toThrow('permission denied');
    await t.close();
  } finally {
    await admin.end().catch(() => {});
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
