import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { usualReportTemplate } from '../../../contract/reports/report-template.ts';
import type { Db, Tx } from '../../db/client.ts';
import { Drawing } from '../../features/agency/drawing/drawing.ts';
import type { ReportsDeps } from '../../features/reports/reports-deps.ts';
import { StatsReader } from '../../features/stats/reader.ts';
import { anAdmin } from '../accounts/accounts.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../test-app.ts';
import { pastMonth } from './reporting-company.ts';

export interface SentJob {
  name: string;
  id: string;
  afterSeconds: number | undefined;
}

/** The dependencies of the report jobs, with a list in place of the job runner. */
export function aReportHarness(t: TestApp, given: Partial<ReportsDeps> = {}) {
  const sent: SentJob[] = [];
  const drawing = new Drawing();
  const { db, mails, agency, domains, segments } = t.server;
  const deps: ReportsDeps = {
    ...{ db, mails, agency, portals: domains, appSecret: testAppSecret, log: pino({ level: 'silent' }) },
    jobs: {
      send: async (_tx, name, id, afterSeconds) => {
        sent.push({ name, id, afterSeconds });
      },
      listWaitingIds: async () => new Set<string>(),
    },
    parts: Promise.resolve({ openReader: () => new StatsReader(segments), drawing }),
    ...given,
  };
  return { deps, sent, close: () => drawing.close() };
}

/** A server with short reports and an administrator, with the dependencies of the report jobs. */
export async function openReportHarness() {
  const t = await buildTestApp();
  const admin = await anAdmin(t);
  await saveShortTemplate(t.db);
  const harness = aReportHarness(t);
  const close = async () => {
    await harness.close();
    await t.close();
  };
  return { ...harness, t, admin, close };
}

/** Short reports, which are made quickly. */
async function saveShortTemplate(tx: Tx): Promise<void> {
  const template = { ...usualReportTemplate, sections: ['link'], attachesPdf: false };
  await tx.query(
    `INSERT INTO report_templates (version, template, changed_by, changed_at) VALUES (1, $1, 'test', now())`,
    [template],
  );
}

/** A report that was released, whose mails are not made yet. */
export async function aReleasedReport(tx: Tx, companyId: string, releasedAt = new Date()): Promise<string> {
  const id = randomUUID();
  await tx.query(
    `INSERT INTO reports (company_id, id, kind, first_day, last_day, state, created_at, released_at)
     VALUES ($1, $2, 'monthly', $3, $4, 'released', $5, $5)`,
    [companyId, id, pastMonth.firstDay, pastMonth.lastDay, releasedAt],
  );
  return id;
}

/**
 * A database as a process sees it that ends at its `dieAt`th step, before or after a statement or a commit: nothing works
 * from then on. `isDead` returns whether it got there.
 */
export function aDyingDb(db: Db, dieAt: number): { db: Db; isDead: () => boolean } {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps >= dieAt) throw new Error('the process was killed');
  };
  const wrap = <Kind extends Tx>(tx: Kind): Kind => ({
    ...tx,
    get orm() {
      step();
      return tx.orm;
    },
    query: async (statement, values) => {
      step();
      return tx.query(statement, values);
    },
    transaction: async (work) => {
      step();
      const result = await tx.transaction((nested) => work(wrap(nested)));
      step();
      return result;
    },
  });
  return { db: wrap(db), isDead: () => steps >= dieAt };
}
