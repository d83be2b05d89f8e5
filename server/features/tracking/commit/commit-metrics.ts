import type { Counter, Metrics } from '../../../platform/metrics/metrics.ts';

const batchBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface CommitMetrics {
  accepted: Counter;
  /** Events that reuse an id with different content. */
  alteredRepeats: Counter;
  /** Shop orders reported again with a different amount. */
  conflicts: Counter;
  /** Runs a commit and records its number of events and its duration, or its failure. */
  time: (events: number, commit: () => Promise<void>) => Promise<void>;
}

export function measureCommits(metrics: Metrics): CommitMetrics {
  const accepted = metrics.counter('northlight_events_accepted_total', 'Events committed and acknowledged.');
  const alteredRepeats = metrics.counter(
    'northlight_events_altered_total',
    'Events not stored because a different event with the same id was.',
  );
  const conflicts = metrics.counter(
    'northlight_order_conflicts_total',
    'Reports of shop orders with an amount other than the one counted.',
  );
  const failed = metrics.counter('northlight_commits_failed_total', 'Batches the database failed to commit.');
  const sizes = metrics.histogram('northlight_commit_events', 'Events in one commit.', batchBounds);
  const seconds = metrics.histogram('northlight_commit_seconds', 'Duration of a commit.', secondsBounds);
  return {
    accepted,
    alteredRepeats,
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
