import type { AlertFacts } from '../../../../contract/alerts/alerts.ts';
import { listJobs } from '../../operation/jobs/jobs.ts';
import { listLastingAlerts } from './detection.queries.ts';
import type { DetectionDeps, ServerState } from './detection-deps.ts';
import { toFacts } from './finding-facts.ts';

interface Problem {
  kind: 'certificate' | 'backup' | 'job';
  subject: string;
  name: string;
  reason: string;
}

/** The self-check asks other servers, so it is read once an hour. */
const selfCheckMinutes = 5;
const kinds = { tls: 'certificate', backups: 'backup' } as const;
/** The server has neither a zone nor a currency: both are only formal. */
const formal = { time_zone: 'UTC', currency: 'EUR' };

/** Starts and ends alerts about certificates, backups and background jobs. */
export async function checkServer(
  { db, alertLog, server }: Pick<DetectionDeps, 'db' | 'alertLog' | 'server'>,
  now: Date,
): Promise<void> {
  const jobs = await findFailingJobs(server, db, now);
  const isFull = now.getUTCMinutes() < selfCheckMinutes;
  const checked = isFull ? await findProblems(server) : { problems: [], checkedKinds: [] };
  const problems = [...jobs, ...checked.problems];
  // An alert does not end because its part could not be checked: a certificate that cannot be reached may still be invalid.
  const lasting = await listLastingAlerts(db, ['job', ...checked.checkedKinds]);
  for (const { kind, subject, name, reason } of problems) {
    const facts: AlertFacts = toFacts(formal, { kind, name, reason });
    await alertLog.record({ companyId: null, subject, facts, beganAt: now, lasts: true });
  }
  for (const { kind, subject } of lasting) {
    const isThere = problems.some((each) => each.kind === kind && each.subject === subject);
    if (!isThere && isServerKind(kind)) await alertLog.end({ companyId: null, kind, subject, endedAt: now });
  }
}

const isServerKind = (kind: string): kind is Problem['kind'] =>
  kind === 'job' || kind === 'certificate' || kind === 'backup';

/** Jobs that have failed as often as they are tried, and have not succeeded since. */
async function findFailingJobs(
  { jobs }: ServerState,
  db: DetectionDeps['db'],
  now: Date,
): Promise<Problem[]> {
  const listed = await listJobs({ db, jobs }, now);
  return listed.flatMap(({ name, title, failed, lastFailure, lastDoneAt }) => {
    const failedAt = lastFailure?.at ?? null;
    if (failed === 0 || failedAt === null || lastFailure?.isRetrying) return [];
    if (lastDoneAt !== null && lastDoneAt > failedAt) return [];
    return [{ kind: 'job' as const, subject: name, name: title, reason: lastFailure?.error ?? '' }];
  });
}

/** The problems of the self-check, and the kinds that it could check. */
async function findProblems({ readFindings, host }: ServerState) {
  const problems: Problem[] = [];
  const checkedKinds: Problem['kind'][] = [];
  for (const { part, state, sentence, isUnchecked } of await readFindings()) {
    if (isUnchecked || (part !== 'tls' && part !== 'backups')) continue;
    const kind = kinds[part];
    checkedKinds.push(kind);
    if (state !== 'problem') continue;
    problems.push({ kind, subject: '', name: kind === 'certificate' ? host : '', reason: sentence });
  }
  return { problems, checkedKinds };
}
