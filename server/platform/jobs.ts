import PgBoss from 'pg-boss';

export interface Jobs {
  /** Runs the work at each minute the cron expression names (UTC), once however many instances there are. */
  schedule: (name: string, cron: string, work: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

/** Durable jobs on the product's own database (schema `pgboss`). */
export async function startJobs(options: { url: string; onError: (error: unknown) => void }): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: options.url, max: 3, application_name: 'northlight jobs' });
  // Without a listener a database that goes away would end the process.
  boss.on('error', options.onError);
  await boss.start();
  return {
    schedule: async (name, cron, work) => {
      await boss.createQueue(name, {
        name,
        policy: 'short',
        retryLimit: 2,
        retryBackoff: true,
        expireInSeconds: 300,
      });
      await boss.work(name, { pollingIntervalSeconds: 5 }, async () => work());
      await boss.schedule(name, cron, undefined, { tz: 'UTC' });
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000, wait: true }),
  };
}
