import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { prepareDatabase } from '../commands/prepare-database.ts';
import { findFolders } from '../folders.ts';
import { aCompany, aPageview, track } from '../testing/builders.ts';
import { expectAccepted } from '../testing/expect-answers.ts';
import { buildTestApp } from '../testing/test-app.ts';
import { startEmbedded } from './embedded.ts';

const script = join(findFolders().migrations, '..', '..', '..', 'deploy', 'database-roles.sh');
const hasPsql = spawnSync('psql', ['--version']).status === 0;

test.runIf(hasPsql)(
  'a database that an earlier release made as superuser goes on under the two roles',
  async () => {
    const folder = mkdtempSync('/tmp/northlight-roles-');
    chmodSync(folder, 0o711);
    const embedded = await startEmbedded({ dataDir: folder, log: () => {} });
    const admin = new pg.Client({ connectionString: embedded.adminUrl });
    try {
      await prepareDatabase(embedded.adminUrl, () => {});
      const makeRoles = () =>
        execFileSync('sh', [script], {
          env: {
            PATH: process.env.PATH,
            PGHOST: admin.host,
            PGPORT: String(admin.port),
            PGPASSWORD: String(admin.password),
            POSTGRES_USER: String(admin.user),
            POSTGRES_DB: String(admin.database),
            APP_PASSWORD: "app's secret",
            OWNER_PASSWORD: 'owner',
          },
          stdio: 'pipe',
        });
      makeRoles();
      const as = (role: string, password: string) =>
        `postgres://${role}:${encodeURIComponent(password)}@/${admin.database}?host=${encodeURIComponent(admin.host)}&port=${admin.port}`;
      // The superuser has no password any more.
      expect(makeRoles).toThrow(/password authentication failed/);
      const t = await buildTestApp({
        databaseUrl: as('northlight_app', "app's secret"),
        databaseOwnerUrl: as('northlight_owner', 'owner'),
      });
      const { company } = await aCompany(t.db);
      expectAccepted(await track(t.app, aPageview(company.id)), 1);
      await expect(t.db.pool.query('DROP TABLE visits')).rejects.toThrow('must be owner');
      await t.close();
    } finally {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
