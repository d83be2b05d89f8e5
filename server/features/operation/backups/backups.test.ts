import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockForSession } from '../../../db/locks.ts';
import { draftSuffix } from '../../../db/transfer/backup/backup.ts';
import { verifyBackup } from '../../../db/transfer/backup/verify.ts';
import { withConnection } from '../../../db/transfer/connection.ts';
import { toSecretFingerprint } from '../../../platform/keys.ts';
import { anAdmin } from '../../../testing/accounts/accounts.ts';
import { createCompanyFixture, expectCompanyIntact } from '../../../testing/company-fixture.ts';
import { openBackupFixture } from '../../../testing/database/backup-fixture.ts';
import { listMails } from '../../../testing/mail/sent-mails.ts';
import { aBackupFolder, openBackups } from '../../../testing/operation/scheduled-backups.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../../testing/test-app.ts';

let t: TestApp;
let folder: string;
beforeEach(async () => {
  t = await buildTestApp();
  folder = aBackupFolder();
});
afterEach(() => t.close());

const titles = async (to: string) =>
  (await listMails(t, to)).map(({ subject }) => subject).filter((subject) => /backup/i.test(subject));
const troubled = 'There is no new backup';
const recovered = 'Backups work again';

test('a scheduled backup is written for its owner alone, read back, and recorded', async () => {
  const { backups, list, runs } = openBackups(t, { folder });
  expect(await backups.run()).toBe('made');
  const [file = ''] = list();
  expect(list()).toHaveLength(1);
  expect(file).toMatch(/^backup-[0-9a-f]{8}-\d{8}T\d{9}Z\.backup$/);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  const { bytes } = await verifyBackup(join(folder, file));
  expect(await runs()).toMatchObject([{ file, bytes, error: null, verified_at: expect.any(Date) }]);
});

test('what a scheduled backup holds is what the database held', async () => {
  const fixture = await openBackupFixture();
  const used = await createCompanyFixture(fixture.source.url);
  const source = await buildTestApp({ databaseUrl: fixture.source.url });
  const { backups, list } = openBackups(source, { folder });
  await backups.run();
  await source.close();
  const file = join(folder, list()[0] ?? '');
  await fixture.restore({ file, secretFingerprint: toSecretFingerprint(testAppSecret) });
  await expectCompanyIntact(fixture.target.url, used);
  const restored = await buildTestApp({ databaseUrl: fixture.target.url });
  // The run that wrote the file was not over, and is not a failure.
  expect(await openBackups(restored, { folder }).runs()).toEqual([]);
  await restored.close();
  await fixture.close();
});

test('only the newest backups of this installation are kept, and nothing else is deleted', async () => {
  mkdirSync(folder);
  const others = [
    'notes.txt',
    'northlight.backup',
    'backup-00000000-20200101T000000000Z.backup',
    `backup-00000000-20200101T000000000Z.backup${draftSuffix}`,
  ];
  for (const name of others) writeFileSync(join(folder, name), 'kept');
  const { backups, list } = openBackups(t, { folder, keep: 2 });
  const made: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    await backups.run();
    made.push(...list().filter((name) => !others.includes(name) && !made.includes(name)));
  }
  expect(list()).toEqual([...others, ...made.slice(1)].sort());
});

test('two instances that start at once make one backup', async () => {
  const one = openBackups(t, { folder });
  const other = openBackups(t, { folder });
  await Promise.all([one.backups.start(), other.backups.start()]);
  const results = await Promise.all([one.backups.run(), other.backups.run()]);
  expect(results.sort()).toEqual(['busy', 'made']);
  expect(one.list()).toHaveLength(1);
  expect(await one.runs()).toHaveLength(1);
});

test('a backup that would use the disk reserve is not begun, and old ones stay', async () => {
  const { backups, list, runs } = openBackups(t, { folder, keep: 1 });
  await backups.run();
  const before = list();
  const full = openBackups(t, { folder, keep: 1, diskReserveBytes: 1e18 });
  await expect(full.backups.run()).rejects.toThrow('There is too little space in the backup folder');
  expect(list()).toEqual(before);
  expect(await runs()).toMatchObject([
    { error: expect.stringContaining('DISK_RESERVE_MB') },
    { error: null },
  ]);
});

test('a backup of the size of the last one must fit', async () => {
  const first = openBackups(t, { folder });
  await first.backups.run();
  const [{ bytes } = { bytes: 0 }] = await first.runs();
  const space = { folder, diskReserveBytes: 1_000, readFreeBytes: async () => 1_000 + (bytes ?? 0) - 1 };
  await expect(openBackups(t, space).backups.run()).rejects.toThrow('too little space');
  await openBackups(t, { ...space, readFreeBytes: async () => 1_000_000 + (bytes ?? 0) }).backups.run();
});

test('a process that was killed in the middle leaves a failed run and no file', async () => {
  const owner = await anAdmin(t);
  const { backups, list, runs } = openBackups(t, { folder });
  await backups.run();
  const whole = list()[0] ?? '';
  const draft = `${whole.replace(/T\d+Z/, 'T000000000Z')}${draftSuffix}`;
  writeFileSync(join(folder, draft), readFileSync(join(folder, whole)).subarray(0, 100));
  await t.db.query(`INSERT INTO backup_runs (id, started_at) VALUES (gen_random_uuid(), now())`);

  // Another process is still at it.
  await withConnection(t.databaseUrl, async (client) => {
    await lockForSession(client, { lock: 'backups' });
    await openBackups(t, { folder }).backups.start();
    expect(list()).toContain(draft);
    expect(await backups.isBusy(t.db)).toBe(true);
  });
  expect(await backups.isBusy(t.db)).toBe(false);
  await openBackups(t, { folder }).backups.start();
  expect(list()).toEqual([whole]);
  expect(await runs()).toMatchObject([
    { error: 'The process ended before the backup was complete.', finished_at: null, file: null },
    { error: null },
  ]);
  expect(await titles(owner.email)).toEqual([troubled]);
});

test('a stop in the middle leaves no file, causes no mail, and is made up for', async () => {
  const owner = await anAdmin(t);
  const opened = openBackups(t, {
    folder,
    // Called right before the work begins.
    readFreeBytes: async () => {
      void opened.backups.close();
      return 1e15;
    },
  });
  await expect(opened.backups.run()).rejects.toThrow('The server was stopped during the backup');
  expect(opened.list()).toEqual([]);
  expect(opened.queued).toEqual([60]);
  expect(await titles(owner.email)).toEqual([]);
});

test('the owners get one mail for failures of a day, and one when a backup succeeds again', async () => {
  const owners = [await anAdmin(t), await anAdmin(t)];
  const full = openBackups(t, { folder, diskReserveBytes: 1e18 });
  for (let count = 0; count < 3; count += 1) await expect(full.backups.run()).rejects.toThrow('space');
  for (const { email } of owners) expect(await titles(email)).toEqual([troubled]);
  const { backups } = openBackups(t, { folder });
  await backups.run();
  await backups.run();
  for (const { email } of owners) expect(await titles(email)).toEqual([troubled, recovered]);

  // A day later: the attempt is old.
  await expect(full.backups.run()).rejects.toThrow('space');
  for (const { email } of owners) expect(await titles(email)).toEqual([troubled, recovered]);
  await t.db.query(`DELETE FROM attempts WHERE key = 'missing-backup-mail'`);
  await expect(full.backups.run()).rejects.toThrow('space');
  for (const { email } of owners) expect(await titles(email)).toEqual([troubled, recovered, troubled]);
});

test('the hourly check makes up for a missed backup, and mails when two intervals have passed without one', async () => {
  const owner = await anAdmin(t);
  const { backups, queued } = openBackups(t, { folder });
  await backups.check(new Date());
  expect(queued).toEqual([0]);
  await backups.run();
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  await backups.check(inHours(23));
  expect(queued).toEqual([0]);
  await backups.check(inHours(25));
  expect(queued).toEqual([0, 0]);
  expect(await titles(owner.email)).toEqual([]);
  await backups.check(inHours(49));
  await backups.check(inHours(50));
  expect(await titles(owner.email)).toEqual([troubled]);
  await backups.run();
  expect(await titles(owner.email)).toEqual([troubled, recovered]);
});

test('the last 200 runs are kept', async () => {
  await t.db.query(
    `INSERT INTO backup_runs (id, started_at, finished_at, error)
     SELECT gen_random_uuid(), now() - n * interval '1 day', now() - n * interval '1 day', 'old'
     FROM generate_series(1, 250) AS n`,
  );
  const { backups, runs } = openBackups(t, { folder });
  await backups.run();
  const kept = await t.db.query('SELECT count(*)::int AS n FROM backup_runs');
  expect(kept.rows).toEqual([{ n: 200 }]);
  expect((await runs())[0]).toMatchObject({ error: null });
});

test('without a folder nothing is made', async () => {
  const { backups } = openBackups(t, {
    folder: '',
    settings: { folder: undefined, keep: 7, schedule: '40 2 * * *' },
  });
  await backups.start();
  expect(await backups.run()).toBe('busy');
  await expect(t.db.transaction((tx) => backups.request(tx))).rejects.toThrow('BACKUP_TO');
});
