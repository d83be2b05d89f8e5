import type { Jobs } from '../../platform/jobs.ts';
import { planReports } from './periods/plan-reports.ts';
import type { ReportsDeps } from './reports-deps.ts';
import { makeReport } from './sending/make-report.ts';
import { makeReportJob } from './sending/make-report-job.ts';
import { copyMailStates, listUnmadeReportIds } from './sending/sending.queries.ts';

/** Weekly and monthly reports of companies: their periods, contents, recipients and mails. */
export class Reports {
  readonly deps: ReportsDeps;

  constructor(deps: ReportsDeps) {
    this.deps = deps;
  }
}

const options = { retrySeconds: 30, retriesMax: 12, workers: 2 };

/** The names of these jobs are stored in the database, so they must not change. */
export async function scheduleReports(jobs: Jobs, { deps }: Reports): Promise<void> {
  await jobs.process(makeReportJob, options, (id) => makeReport(deps, id));
  await jobs.schedule('plan-reports', '*/10 * * * *', () => planAllReports(deps, new Date()));
}

/** Plans the reports of all companies, and continues those that a process left unfinished. */
export async function planAllReports(deps: ReportsDeps, now: Date): Promise<void> {
  const { db, jobs, log } = deps;
  const onError = (err: unknown, companyId: string) =>
    log.warn({ err, companyId }, 'the reports of a company could not be planned');
  await planReports(db, { jobs, onError }, { now });
  await copyMailStates(db);
  const unmade = await listUnmadeReportIds(db);
  if (unmade.length === 0) return;
  const waiting = await jobs.listWaitingIds(db, makeReportJob);
  for (const id of unmade) if (!waiting.has(id)) await jobs.send(db, makeReportJob, id);
}
