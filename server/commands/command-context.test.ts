import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { withCommandContext } from './command-context.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

test('a statement whose timeout a command raises may take longer than that of a request', async () => {
  const config = readConfig({ DATABASE_URL: t.databaseUrl, DATA_DIR: t.config.dataDir }, process.cwd());
  // Five seconds on the server, and one more in the client, are the limits of a request.
  const found = withCommandContext({ config, print: () => {}, log: () => {} }, ({ db }) =>
    db.transaction(async (tx) => {
      await tx.query(`SET LOCAL statement_timeout = '60s'`);
      await tx.query('SELECT pg_sleep(6.5)');
    }),
  );
  await expect(found).resolves.toBeUndefined();
});
