import type { Counter, Metrics } from '../../../platform/metrics/metrics.ts';

const batchBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface CommitMetrics {
  accepted: Counter;
  /** Repeated ids with other contents. */
  altered: Counter;
  /** Orders reported with another amount than the one counted. */
  conflicts: Counter;
  /** Runs a commit and notes what it carried and how long it took; one that fails is counted as such. */
  time: (events: number, commit: () => Promise<void>) => Promise<void>;
}

export function measureCommits(metrics: Metrics): CommitMetrics {
  const accepted = metrics.counter('northlight_events_accepted_total', 'Events answered as committed.');
  const altered = metrics.counter(
    'northlight_events_altered_total',
    'Events not stored because another event with their id was.',
  );
  const conflicts = metrics.counter(
    'northlight_order_conflicts_total',
    'Reports of shop orders that disagree with the amount counted.',
  );
  const failed = metrics.counter('northlight_commits_failed_total', 'Batches the database did not take.');
  const sizes = metrics.histogram('northlight_commit_events', 'Events in one commit.', batchBounds);
  const seconds = metrics.histogram('northlight_commit_seconds', 'How long a commit took.', secondsBounds);
  return {
    accepted,
    altered,
    conflicts,
    time: async (events, commit) => {
      const started = performance.now();
      try {
        await commit();
      } catch (error) {
        failed.count += 1;
        throw error;
      }
      sizes.observe(events);
      seconds.observe((performance.now() - started) / 1000);
    },
  };
}
