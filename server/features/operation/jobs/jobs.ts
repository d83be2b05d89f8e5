import { z } from 'zod';
import type { Job } from '../../../../contract/operation/jobs.ts';
import type { Db } from '../../../db/client.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { JobQueue, Jobs } from '../../../platform/jobs.ts';
import { toOneLine } from '../../../platform/mail/one-line.ts';
import { findNextTime } from '../../../platform/schedule/cron.ts';
import { jobDescriptions } from './job-descriptions.ts';

export interface JobsDeps {
  db: Db;
  jobs: Jobs;
}

const errorMax = 300;
const storedError = z.object({ message: z.string() });
const wrappedError = z.object({ value: storedError.or(z.string().transform((message) => ({ message }))) });

/** The message of a stored error, in one line and without its stack. */
export function describeJobError(output: unknown): string {
  const plain = storedError.safeParse(output);
  const wrapped = wrappedError.safeParse(output);
  const message = plain.data?.message ?? wrapped.data?.value.message ?? '';
  return toOneLine(message, errorMax) || 'An error without a message';
}

export async function listJobs(
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'listQueues'> },
  now: Date,
): Promise<Job[]> {
  const queues = await jobs.listQueues(db);
  return queues.map((queue) => toJob(queue, now)).sort((a, b) => rank(a) - rank(b) || compare(a, b));
}

/** Jobs that need attention come first. */
const rank = ({ failed, lastFailure }: Job) => (failed > 0 ? 0 : lastFailure ? 1 : 2);
const compare = (a: Job, b: Job) => a.title.localeCompare(b.title, 'en');

function toJob(queue: JobQueue, now: Date): Job {
  const { name, cron, waiting, running, failed, lastDoneAt, lastFailure } = queue;
  const { title, purpose } = jobDescriptions[name] ?? { title: name, purpose: 'A job of another release.' };
  return {
    ...{ name, title, purpose, waiting, running, failed },
    schedule: cron ?? null,
    nextRunAt: cron === undefined ? null : findNextTime(cron, now).toISOString(),
    lastDoneAt: lastDoneAt?.toISOString() ?? null,
    lastFailure: lastFailure && {
      at: lastFailure.at?.toISOString() ?? null,
      error: describeJobError(lastFailure.output),
      retries: lastFailure.retries,
      isRetrying: lastFailure.isRetrying,
    },
  };
}

/** Tries the failed runs of a job again. Throws 404 without any. */
export async function retryJobs({ db, jobs }: JobsDeps, name: string, actor: Actor): Promise<number> {
  return db.transaction(async (tx) => {
    const retried = await jobs.retryFailed(tx, name);
    if (retried === 0) throw new AppError(404, 'not-found', 'This job has no failed run any more.');
    const object = jobDescriptions[name]?.title ?? name;
    await recordAudit(tx, actor, { action: 'job.retried', object });
    return retried;
  });
}
