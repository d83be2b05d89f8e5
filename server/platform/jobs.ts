import PgBoss from 'pg-boss';
import type { Tx } from '../db/client.ts';
import { type Notification, notify } from '../db/notifications/notifications.ts';
import { countJobs, listFailedJobIds, listWaitingJobIds, type QueueCounts } from './jobs.queries.ts';

/** Failed jobs that are tried again at once. */
const retriedMax = 1_000;

export interface Jobs {
  /** Runs `work` at the times of the cron expression (UTC), once for all instances together. */
  schedule: (
    name: string,
    cron: string,
    work: () => Promise<void>,
    options?: Partial<ScheduleOptions>,
  ) => Promise<void>;
  /** Runs `work` for every job in the queue `name`. A failed job is retried with exponential backoff. */
  process: (name: string, options: ProcessOptions, work: (id: string) => Promise<void>) => Promise<void>;
  /** Adds a job for `id` in the transaction of its cause. It is due at once or after `afterSeconds`. */
  send: (tx: Tx, name: string, id: string, afterSeconds?: number) => Promise<void>;
  /** The ids of the jobs in the queue `name` that have not started. */
  listWaitingIds: (tx: Tx, name: string) => Promise<Set<string>>;
  /** Every queue, and how its jobs are going. */
  listQueues: (tx: Tx) => Promise<JobQueue[]>;
  /** Tries failed jobs of a queue again: of a schedule the newest one, else all. Returns how many. */
  retryFailed: (tx: Tx, name: string) => Promise<number>;
  stop: () => Promise<void>;
}

export interface JobQueue extends QueueCounts {
  /** A cron expression in UTC. Undefined: jobs are added by `send` alone. */
  cron: string | undefined;
}

export interface ScheduleOptions {
  /** After this time a run counts as failed. Default: five minutes. */
  expireSeconds: number;
  /** How often a failed run is repeated at once. Default: 2. */
  retriesMax: number;
}

interface ProcessOptions {
  /** The wait before the first retry. Doubles with each retry. */
  retrySeconds: number;
  retriesMax: number;
  /** Maximum concurrent jobs in this process. */
  workers: number;
}

/** Creates the queue of a job, which is a table, unless it exists. */
export type CreateQueue = (name: string, options: PgBoss.Queue) => Promise<void>;

/**
 * Migrates the schema of the job runner on the owner's connection. Returns a function that creates queues and works
 * while that connection is open. The runner itself may use a role that cannot create tables.
 */
export async function prepareJobs(owner: Tx): Promise<CreateQueue> {
  const boss = new PgBoss({ db: toBossDb(owner), supervise: false, schedule: false });
  await boss.start();
  // Otherwise the runner tries to create this queue itself and ignores the missing permission.
  await boss.createQueue('__pgboss__send-it');
  return (name, options) => boss.createQueue(name, options);
}

/** Durable jobs on the product's own database (schema `pgboss`). */
export async function startJobs(options: {
  url: string;
  /** Undefined: the runner creates its schema and queues with its own role. */
  createQueue?: CreateQueue;
  /** False: this process adds no jobs at the times of their schedules. Default: true. */
  runsSchedules?: boolean | undefined;
  onError: (error: unknown) => void;
}): Promise<Jobs & { onNotification: (notification: Notification) => void }> {
  const boss = new PgBoss({
    connectionString: options.url,
    max: 3,
    application_name: 'northlight jobs',
    migrate: options.createQueue === undefined,
    schedule: options.runsSchedules ?? true,
  });
  const createQueue: CreateQueue = options.createQueue ?? ((name, given) => boss.createQueue(name, given));
  const workers = new Map<string, string[]>();
  // Without a listener for this event, a lost database connection would crash the process.
  boss.on('error', options.onError);
  await boss.start();
  return {
    schedule: async (name, cron, work, { expireSeconds = 300, retriesMax = 2 } = {}) => {
      await createQueue(name, {
        name,
        policy: 'short',
        retryLimit: retriesMax,
        retryBackoff: true,
        expireInSeconds: expireSeconds,
      });
      workers.set(name, [await boss.work(name, { pollingIntervalSeconds: 5 }, async () => work())]);
      await boss.schedule(name, cron, undefined, { tz: 'UTC' });
    },
    process: async (name, { retrySeconds, retriesMax, workers: count }, work) => {
      await createQueue(name, {
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
            // Polls again at once. Otherwise the worker would wait for the next interval, even with jobs waiting.
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
    listWaitingIds: async (tx, name) => new Set(await listWaitingJobIds(tx, name)),
    listQueues: async (tx) => {
      const schedules = await boss.getSchedules();
      const counted = await countJobs(tx);
      return counted.map((queue) => ({
        ...queue,
        cron: schedules.find(({ name }) => name === queue.name)?.cron,
      }));
    },
    retryFailed: async (tx, name) => {
      const isScheduled = (await boss.getSchedules()).some((schedule) => schedule.name === name);
      const ids = await listFailedJobIds(tx, name, isScheduled ? 1 : retriedMax);
      if (ids.length > 0) await boss.retry(name, ids, { db: toBossDb(tx) });
      return ids.length;
    },
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
