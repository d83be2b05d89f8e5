import type { Jobs } from '../jobs.ts';
import { type Metrics, toSample } from './metrics.ts';

/** Wraps a job runner to count completed runs, failed attempts and the time spent, by job name. */
export function measureJobs<Runner extends Jobs>(jobs: Runner, metrics: Metrics): Runner {
  const done = metrics.labeledCounter('northlight_jobs_done_total', 'Jobs completed, by name.', 'job');
  const failed = metrics.labeledCounter(
    'northlight_jobs_failed_total',
    'Failed attempts of jobs, by name.',
    'job',
  );
  const seconds = new Map<string, number>();
  metrics.addFamily(() => ({
    name: 'northlight_jobs_seconds_total',
    help: 'Time spent on jobs, by name.',
    kind: 'counter',
    samples: [...seconds].map(([job, total]) => toSample(total, { job })),
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
    schedule: (name, cron, work, options) => jobs.schedule(name, cron, () => measure(name, work), options),
    process: (name, options, work) => jobs.process(name, options, (id) => measure(name, () => work(id))),
  };
}
