import type { Db } from '../../db/client.ts';
import { type Metrics, toSample } from '../../platform/metrics/metrics.ts';
import type { BuilderCounts } from './builder/builder-counts.ts';
import type { Segments } from './segments.ts';
import { findOldestUnprocessedChange, sumSegments } from './status/segment-status.queries.ts';

/** How often the list of segments and the journal are read for gauges. */
const refreshMs = 30_000;
const questionBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface SegmentMetricsDeps {
  metrics: Metrics;
  db: Db;
  segments: Segments;
  onError: (error: unknown) => void;
}

/** Metrics of the segments on this machine and of the questions to them. Call `stop` before the database closes. */
export function measureSegments({ metrics, db, segments, onError }: SegmentMetricsDeps): {
  refresh: () => Promise<void>;
  stop: () => Promise<void>;
} {
  const { counts } = segments.builder;
  const counter = (name: string, help: string, read: (counts: BuilderCounts) => number) =>
    metrics.addFamily(() => ({ name, help, kind: 'counter', samples: [toSample(read(counts))] }));
  counter(
    'northlight_segment_builds_total',
    'Builds of segments, each of one dataset.',
    ({ builds }) => builds,
  );
  counter(
    'northlight_segment_build_failures_total',
    'Builds of segments that failed.',
    ({ failures }) => failures,
  );
  counter(
    'northlight_segment_build_seconds_total',
    'Time spent on building segments.',
    ({ buildMs }) => buildMs / 1000,
  );
  counter('northlight_segment_rows_built_total', 'Rows written into segments.', ({ hits }) => hits);

  let current: { segments: number; bytes: number; oldestChangeAt: Date | null } = {
    segments: 0,
    bytes: 0,
    oldestChangeAt: null,
  };
  let failing = 0;
  const gauge = (name: string, help: string, read: () => number) => metrics.gauge(name, help, read);
  gauge('northlight_segment_files', 'Segment files of this machine.', () => current.segments * 2);
  gauge('northlight_segment_bytes', 'Size of the segment files of this machine.', () => current.bytes);
  gauge(
    'northlight_segment_oldest_change_seconds',
    'Age of the oldest change of events that no segment of this machine contains yet. Up to an hour and the time of the builds is normal: the tail is answered from PostgreSQL.',
    () => (current.oldestChangeAt ? Math.max(0, (Date.now() - current.oldestChangeAt.getTime()) / 1000) : 0),
  );

  gauge(
    'northlight_segment_failing_datasets',
    'Datasets whose segments on this machine could not be built or read at the last attempt; `segments status` shows why.',
    () => failing,
  );

  const questions = metrics.histogram(
    'northlight_question_seconds',
    'Time of each statement that answers a question, with its wait.',
    questionBounds,
  );
  const outcomes = metrics.labeledCounter(
    'northlight_questions_total',
    'Statements that answer questions, by outcome.',
    'outcome',
  );
  for (const outcome of ['answered', 'timeout', 'failed']) outcomes.add(outcome, 0);
  segments.duckDb.onQuery = (seconds, outcome) => {
    questions.observe(seconds);
    outcomes.add(outcome);
  };
  gauge(
    'northlight_questions_waiting',
    'Statements that wait for a connection.',
    () => segments.admission.load.waiting,
  );

  async function refresh(): Promise<void> {
    const { id } = await segments.openStore();
    const sum = await sumSegments(db, id);
    failing = await segments.failures.refresh();
    current = { ...sum, oldestChangeAt: await findOldestUnprocessedChange(db, id) };
  }
  let refreshing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    refreshing = refreshing.then(refresh).catch(onError);
  }, refreshMs).unref();
  return {
    refresh,
    stop: async () => {
      clearInterval(timer);
      await refreshing;
    },
  };
}
