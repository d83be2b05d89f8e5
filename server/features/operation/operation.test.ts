import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { backups as backupsAnswer } from '../../../contract/operation/backups.ts';
import { jobs as jobsAnswer, retriedJobs } from '../../../contract/operation/jobs.ts';
import { checkedParts, selfCheck } from '../../../contract/operation/self-check.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { lockForSession } from '../../db/locks.ts';
import { withConnection } from '../../db/transfer/connection.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { anAdmin, type TestAccount } from '../../testing/accounts/accounts.ts';
import { publicOrigin } from '../../testing/builders.ts';
import { startSmtp } from '../../testing/mail/smtp-harness.ts';
import { aFailedJob } from '../../testing/operation/failed-jobs.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { measureBackups } from './backups/backup-metrics.ts';
import { jobDescriptions } from './jobs/job-descriptions.ts';
import { describeJobError } from './jobs/jobs.ts';

let t: TestApp;
let owner: TestAccount;
beforeAll(async () => {
  t = await buildTestApp({ env: { BACKUP_TO: 'backups', BACKUP_SCHEDULE: '0 0 29 2 *' } });
  owner = await anAdmin(t);
  // A run of just now, so that the hourly check does not make up for a missed one in the middle of a test.
  await t.db.query(
    `INSERT INTO backup_runs (id, started_at, finished_at, error) VALUES (gen_random_uuid(), now(), now(), 'The disk is full.')`,
  );
});
afterAll(() => t.close());

const read = (url: string, of = t) => of.app.inject({ url, headers: { cookie: owner.cookie } });
const post = (url: string) =>
  t.app.inject({ method: 'POST', url, headers: { cookie: owner.cookie, origin: publicOrigin } });
const readBackups = async () => backupsAnswer.parse((await read(apiPaths.backups)).json());
const readJobs = async () => jobsAnswer.parse((await read(apiPaths.jobs)).json()).jobs;
const readCheck = async (of = t) => {
  const { findings } = selfCheck.parse((await read(apiPaths.selfCheck, of)).json());
  return Object.fromEntries(findings.map((each) => [each.part, each]));
};

const patient = { timeout: 60_000, interval: 100 };

describe('backups', () => {
  test('an owner sees the schedule and makes a backup now, and not two at once', async () => {
    const before = await readBackups();
    expect(before).toMatchObject({ keep: 7, schedule: '0 0 29 2 *', isBusy: false });
    expect(before.nextRunAt).toMatch(/-02-29T00:00:00/);
    expect(before.runs).toMatchObject([{ state: 'failed', error: 'The disk is full.' }]);
    await withConnection(t.databaseUrl, async (client) => {
      await lockForSession(client, { lock: 'backups' });
      expectError(await post(apiPaths.backups), 409, 'conflict');
      expect((await readBackups()).isBusy).toBe(true);
    });
    expect((await post(apiPaths.backups)).statusCode).toBe(204);
    const made = await vi.waitFor(async () => {
      const { runs, isBusy, freeBytes } = await readBackups();
      expect(runs).toMatchObject([{ state: 'verified' }, { state: 'failed' }]);
      expect(isBusy).toBe(false);
      expect(freeBytes).toBeGreaterThan(0);
      return runs[0];
    }, patient);
    expect(made).toMatchObject({ file: expect.stringMatching(/^backup-/), error: null });
    expect(made?.bytes).toBeGreaterThan(0);
    const audit = await t.db.query(`SELECT 1 FROM audit_log WHERE action = 'backup.requested'`);
    expect(audit.rows).toHaveLength(1);
  });

  test('their metrics are those of the last run and the last verified backup, and none without', async () => {
    const measure = async () => {
      const metrics = new Metrics();
      const { refresh, stop } = measureBackups({ metrics, db: t.db, onError: () => {} });
      await refresh();
      await stop();
      return Object.fromEntries(metrics.read().map(({ name, samples }) => [name, samples[0]?.value]));
    };
    await t.db.query('DELETE FROM backup_runs');
    expect(await measure()).toEqual({
      northlight_backup_age_seconds: undefined,
      northlight_backup_last_succeeded: undefined,
      northlight_backup_duration_seconds: undefined,
      northlight_backup_bytes: undefined,
    });
    await t.db.query(
      `INSERT INTO backup_runs (id, started_at, finished_at, verified_at, bytes, error) VALUES
         (gen_random_uuid(), now() - interval '2 hours', now() - interval '119 minutes', now() - interval '119 minutes', 4711, NULL),
         (gen_random_uuid(), now(), now(), NULL, NULL, 'failed')`,
    );
    const measured = await measure();
    expect(measured).toMatchObject({
      northlight_backup_last_succeeded: 0,
      northlight_backup_duration_seconds: 60,
      northlight_backup_bytes: 4711,
    });
    expect(measured.northlight_backup_age_seconds).toBeGreaterThanOrEqual(119 * 60);
  });
});

describe('jobs', () => {
  test('every job of the product has a name and a purpose in plain words', async () => {
    const listed = (await readJobs()).map(({ name }) => name).sort();
    expect(listed).toEqual(Object.keys(jobDescriptions).sort());
  });

  test('a job that failed comes first with its error, and runs again', async () => {
    await aFailedJob(t.db, 'clean-logos', { message: 'an older error', minutesAgo: 60 });
    await aFailedJob(t.db, 'clean-logos', { message: 'the disk\nis full' });
    const [first] = await readJobs();
    expect(first).toMatchObject({
      ...{ name: 'clean-logos', title: 'Unused logos', failed: 2 },
      lastFailure: { error: 'the disk is full', retries: 2, isRetrying: false },
    });
    expect(first?.nextRunAt).not.toBeNull();
    const answer = await post(apiPaths.retryJobs('clean-logos'));
    expect(retriedJobs.parse(answer.json())).toEqual({ retried: 1 });
    await vi.waitFor(async () => {
      const job = (await readJobs()).find(({ name }) => name === 'clean-logos');
      expect(job).toMatchObject({ failed: 1, waiting: 0, running: 0, lastDoneAt: expect.any(String) });
    }, patient);
  });

  test('a job without failed runs, or of another name, is not tried again', async () => {
    expectError(await post(apiPaths.retryJobs('rescue-mails')), 404, 'not-found');
    expectError(await post(apiPaths.retryJobs('no-such-job')), 404, 'not-found');
    expectError(await post(apiPaths.retryJobs('__pgboss')), 400, 'invalid-request');
  });

  test.each([
    [{ name: 'Error', message: 'x\ny', stack: 'at' }, 'x y'],
    [
      { value: { message: 'job failed by timeout in active state' } },
      'job failed by timeout in active state',
    ],
    [{ value: 'text' }, 'text'],
    [null, 'An error without a message'],
    [{ message: 'w'.repeat(400) }, `${'w'.repeat(299)}…`],
  ])('the error of %j is shown as one line', (output, shown) => {
    expect(describeJobError(output)).toBe(shown);
  });
});

describe('the self-check', () => {
  test('has a finding for every part', async () => {
    const { findings } = selfCheck.parse((await read(apiPaths.selfCheck)).json());
    expect(findings.map(({ part }) => part)).toEqual(checkedParts);
    // A busy machine may be too slow for a check, which then is repeated.
    const found = await vi.waitFor(async () => {
      const all = await readCheck();
      expect(JSON.stringify(all)).not.toContain('could not be checked');
      return all;
    }, patient);
    expect(found).toMatchObject({
      clock: { state: 'ok' },
      schema: { state: 'ok' },
      tls: { state: 'ok' },
      segments: { state: 'ok' },
      mail: { state: 'notice', sentence: expect.stringContaining('written into files') },
    });
  });

  async function another(env: Record<string, string>, logger = pino({ level: 'silent' })): Promise<TestApp> {
    const other = await buildTestApp({ databaseUrl: t.databaseUrl, env, logger });
    onTestFinished(() => other.close());
    return other;
  }

  test('a mail server that refuses is distinguished from one that answers', async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.close());
    const open = await another({ SMTP_URL: smtp.url });
    await vi.waitFor(async () => expect((await readCheck(open)).mail?.state).toBe('ok'), patient);
    const closed = await another({ SMTP_URL: 'smtp://127.0.0.1:1' });
    await vi.waitFor(
      async () =>
        expect((await readCheck(closed)).mail).toMatchObject({
          state: 'problem',
          sentence: expect.stringContaining('ECONNREFUSED'),
        }),
      patient,
    );
  });

  test('a mail server that hangs delays no answer beyond the limit, and no other check', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const found = await readCheck(await another({ SMTP_URL: `smtp://127.0.0.1:${port}` }));
    expect(found.mail?.state).not.toBe('ok');
    expect(found.disk?.state).toBe('ok');
  });

  test('headers of a proxy that is not declared are noticed', async () => {
    const other = await another({});
    await other.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect((await readCheck(other)).proxy).toMatchObject({ state: 'notice' });
  });

  test('after the start each problem is one line of the log, without waiting for it', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const full = await another({ DISK_RESERVE_MB: '1000000000' }, logger);
    await full.server.selfCheck.logProblems();
    const logged = lines.filter((line) => line.includes('self-check'));
    expect(logged).toEqual([expect.stringContaining('less than the reserve')]);
  });
});
