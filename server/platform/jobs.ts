import PgBoss from 'pg-boss';
import type { Tx } from '../db/client.ts';
import { type Notification, notify } from '../db/notifications.ts';
import { listWaitingJobIds } from './jobs.queries.ts';

export interface Jobs {
  /** Runs the work at each minute the cron expression names (UTC), once however many instances there are. */
  schedule: (name: string, cron: string, work: () => Promise<void>) => Promise<void>;
  /** Runs the work for every job sent under the name; a failed one is tried again after growing pauses. */
  take: (name: string, options: TakeOptions, work: (id: string) => Promise<void>) => Promise<void>;
  /** Leaves a job about `id` in the same transaction as what causes it, due at once or after some seconds. */
  send: (tx: Tx, name: string, id: string, afterSeconds?: number) => Promise<void>;
  /** What jobs of that name wait for their turn, by the ids they are about. */
  findWaiting: (tx: Tx, name: string) => Promise<Set<string>>;
  stop: () => Promise<void>;
}

interface TakeOptions {
  /** Before the first retry; doubles with each. */
  retrySeconds: number;
  retriesMax: number;
  /** Jobs under way at once in this process. */
  workers: number;
}

/** Makes the queue of a job, which is a table, where it is missing. */
export type MakeQueue = (name: string, options: PgBoss.Queue) => Promise<void>;

/**
 * Brings the job runner's schema up to date on the owner's connection, and hands back what makes queues there
 * for as long as that is open. The runner itself may be a role that can create nothing.
 */
export async function prepareJobs(owner: Tx): Promise<MakeQueue> {
  const boss = new PgBoss({ db: toBossDb(owner), supervise: false, schedule: false });
  await boss.start();
  // The runner makes this one by itself otherwise, and swallows that it may not.
  await boss.createQueue('__pgboss__send-it');
  return (name, options) => boss.createQueue(name, options);
}

/** Durable jobs on the product's own database (schema `pgboss`). */
export async function startJobs(options: {
  url: string;
  /** Without it the runner makes schema and queues with its own role. */
  makeQueue?: MakeQueue;
  onError: (error: unknown) => void;
}): Promise<Jobs & { onNotification: (notification: Notification) => void }> {
  const boss = new PgBoss({
    connectionString: options.url,
    max: 3,
    application_name: 'northlight jobs',
    migrate: options.makeQueue === undefined,
  });
  const makeQueue: MakeQueue = options.makeQueue ?? ((name, given) => boss.createQueue(name, given));
  const workers = new Map<string, string[]>();
  // Without a listener a database that goes away would end the process.
  boss.on('error', options.onError);
  await boss.start();
  return {
    schedule: async (name, cron, work) => {
      await makeQueue(name, {
        name,
        policy: 'short',
        retryLimit: 2,
        retryBackoff: true,
        expireInSeconds: 300,
      });
      await boss.work(name, { pollingIntervalSeconds: 5 }, async () => work());
      await boss.schedule(name, cron, undefined, { tz: 'UTC' });
    },
    take: async (name, { retrySeconds, retriesMax, workers: count }, work) => {
      await makeQueue(name, {
        name,
        retryLimit: retriesMax,
        retryDelay: retrySeconds,
        retryBackoff: true,
        expireInSeconds: 120,
      });
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const worker = await boss.work<{ id: string }>(name, { pollingIntervalSeconds: 5 }, async ([job]) => {
          try {
            if (job) await work(job.data.id);
          } finally {
            // Looks again at once: otherwise it would rest until the next look, whatever waits.
            boss.notifyWorker(worker);
          }
        });
        ids.push(worker);
      }
      workers.set(name, ids);
    },
    send: async (tx, name, id, afterSeconds = 0) => {
      await boss.send(
        name,
        { id },
        { db: toBossDb(tx), ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}) },
      );
      if (afterSeconds > 0) return;
      await notify(tx, { kind: 'job-added', queue: name });
    },
    findWaiting: async (tx, name) => new Set(await listWaitingJobIds(tx, name)),
    onNotification: (notification) => {
      if (notification.kind !== 'job-added') return;
      for (const id of workers.get(notification.queue) ?? []) boss.notifyWorker(id);
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000, wait: true }),
  };
}

function toBossDb(tx: Tx): PgBoss.Db {
  return { executeSql: async (text, values) => ({ rows: (await tx.query(text, values)).rows }) };
}
