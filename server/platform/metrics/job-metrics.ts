import type { Jobs } from '../jobs.ts';
import { aSample, type Metrics } from './metrics.ts';

/** The same jobs, counted by name: done, failed (each try), and the time they took in this process. */
export function measureJobs<Runner extends Jobs>(jobs: Runner, metrics: Metrics): Runner {
  const done = metrics.tally('northlight_jobs_done_total', 'Jobs done, by name.', 'job');
  const failed = metrics.tally('northlight_jobs_failed_total', 'Tries of jobs that failed, by name.', 'job');
  const seconds = new Map<string, number>();
  metrics.add(() => ({
    name: 'northlight_jobs_seconds_total',
    help: 'Time spent on jobs, by name.',
    kind: 'counter',
    samples: [...seconds].map(([job, spent]) => aSample(spent, { job })),
  }));

  async function measure(name: string, work: () => Promise<void>): Promise<void> {
    const started = performance.now();
    try {
      await work();
      done.add(name);
    } catch (error) {
      failed.add(name);
      throw error;
    } finally {
      seconds.set(name, (seconds.get(name) ?? 0) + (performance.now() - started) / 1000);
    }
  }

  return {
    ...jobs,
    schedule: (name, cron, work) => jobs.schedule(name, cron, () => measure(name, work)),
    take: (name, options, work) => jobs.take(name, options, (id) => measure(name, () => work(id))),
  };
}
