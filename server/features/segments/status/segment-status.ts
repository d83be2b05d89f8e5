import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countDays } from '../../../../contract/rules/dates/calendar-days.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { findStoreId, segmentParts } from '../../../db/transfer/backup/segment-files.ts';
import { listFailures, type SegmentFailure, type SegmentWork } from '../failures/segment-failures.queries.ts';
import {
  type BuiltState,
  findBuiltState,
  listCompanyDatasets,
  listEventDays,
  listSegmentRows,
  type SegmentRow,
} from './segment-status.queries.ts';

/**
 * `up-to-date`: answers are exact and fast. Changes are written into segments after an hour or 5,000 events; until then
 * they are in the tail. `behind`: something fails, or changes wait for longer.
 */
export type SegmentState = 'no-events' | 'first-build-due' | 'up-to-date' | 'behind';

/** Longer than changes wait for their build, with time for the builds of other companies before. */
const behindAfterMs = 90 * 60_000;

/** The segments of a dataset in the store of this machine. */
export interface SegmentStatus {
  companyId: string;
  company: string;
  datasetId: string;
  isDemo: boolean;
  timeZone: string;
  /** Local days in segments, with and without events. */
  days: number;
  firstDay: string | null;
  lastDay: string | null;
  files: number;
  bytes: number;
  hits: number;
  visits: number;
  /** Null without hits. */
  bytesPerEvent: number | null;
  state: SegmentState;
  /** Since when the segments are behind, or their files cannot be read; null while all is well. */
  behindSince: string | null;
  /** Failures of the last attempt: since when, and how often in a row. */
  failures: { work: SegmentWork; error: string; since: string; lastAt: string; count: number }[];
  /** Commits since the last build, which questions read from PostgreSQL; null before the first build. */
  revisionsBehind: number | null;
  /** The events of these commits. */
  eventsInTail: number;
  /** The oldest of these commits. */
  oldestChangeAt: string | null;
  lastBuiltAt: string | null;
  missing: {
    /** Local days with events that are in no segment. Questions about them read PostgreSQL. */
    days: string[];
    /** Listed segments without their files. */
    files: string[];
  };
}

interface StatusDeps {
  db: Db;
  segmentsFolder: string;
  now: Date;
}

/** The state of every dataset, or of those of one company. Reads all raw events. */
export async function listSegmentStatus(
  { db, segmentsFolder, now }: StatusDeps,
  companyId?: string,
): Promise<SegmentStatus[]> {
  const storeId = findStoreId(segmentsFolder) ?? null;
  const listed: SegmentStatus[] = [];
  for (const dataset of await listDatasetsOfCompanies(db, companyId)) {
    const status = await db.transaction((tx) => readStatus(tx, { ...dataset, storeId, segmentsFolder, now }));
    listed.push({ companyId: dataset.companyId, company: dataset.label, ...status });
  }
  return listed;
}

export interface LabelledDataset {
  companyId: string;
  datasetId: string;
  isDemo: boolean;
  timeZone: string;
  /** For people: the company's name. */
  label: string;
}

/** The datasets of every company or of one: its events, and its demo events if it has any. */
export async function listDatasetsOfCompanies(tx: Tx, companyId?: string): Promise<LabelledDataset[]> {
  return (await listCompanyDatasets(tx, companyId)).flatMap(({ id, name, time_zone, demo_dataset_id }) => {
    const company = { companyId: id, timeZone: time_zone };
    const own = { ...company, datasetId: id, isDemo: false, label: name };
    if (demo_dataset_id === null) return [own];
    return [own, { ...company, datasetId: demo_dataset_id, isDemo: true, label: `${name} (demo data)` }];
  });
}

interface DatasetInStore {
  datasetId: string;
  isDemo: boolean;
  timeZone: string;
  storeId: string | null;
  segmentsFolder: string;
  now: Date;
}

async function readStatus(
  tx: Tx,
  { datasetId, isDemo, timeZone, storeId, segmentsFolder, now }: DatasetInStore,
): Promise<Omit<SegmentStatus, 'companyId' | 'company'>> {
  const state = await findBuiltState(tx, datasetId, storeId);
  const failures = await listFailures(tx, datasetId, storeId);
  const rows = await listSegmentRows(tx, datasetId, storeId);
  const eventDays = await listEventDays(tx, datasetId, timeZone);
  const sum = (read: (row: SegmentRow) => number) => rows.reduce((total, row) => total + read(row), 0);
  const hits = sum((row) => row.hits);
  const bytes = sum((row) => row.bytes);
  const isCovered = (day: string) => rows.some((row) => row.first_day <= day && day <= row.last_day);
  const isMissing = ({ name }: SegmentRow) =>
    segmentParts.some((part) => !existsSync(join(segmentsFolder, datasetId, `${name}.${part}.parquet`)));
  const builtTimes = rows.map((row) => row.built_at.toISOString()).sort();
  return {
    datasetId,
    isDemo,
    timeZone,
    days: sum(({ first_day, last_day }) => countDays(first_day, last_day)),
    firstDay: rows[0]?.first_day ?? null,
    lastDay: rows.at(-1)?.last_day ?? null,
    files: rows.length * segmentParts.length,
    bytes,
    hits,
    visits: sum((row) => row.visits),
    bytesPerEvent: hits === 0 ? null : bytes / hits,
    ...toState(state, failures, now),
    failures: failures.map(toFailure),
    revisionsBehind: state.built_revision === null ? null : state.revision - state.built_revision,
    eventsInTail: state.events,
    oldestChangeAt: state.oldest_change_at?.toISOString() ?? null,
    lastBuiltAt: builtTimes.at(-1) ?? null,
    missing: {
      days: eventDays.filter((day) => !isCovered(day)),
      files: rows.filter(isMissing).map(({ name }) => name),
    },
  };
}

function toState(
  { revision, built_revision: built, oldest_change_at: oldest }: BuiltState,
  failures: SegmentFailure[],
  now: Date,
): Pick<SegmentStatus, 'state' | 'behindSince'> {
  const [failed] = failures.toSorted((a, b) => a.first_failed_at.getTime() - b.first_failed_at.getTime());
  if (failed) return { state: 'behind', behindSince: failed.first_failed_at.toISOString() };
  if (oldest && now.getTime() - oldest.getTime() > behindAfterMs)
    return { state: 'behind', behindSince: oldest.toISOString() };
  if (built !== null) return { state: 'up-to-date', behindSince: null };
  return { state: revision === 0 ? 'no-events' : 'first-build-due', behindSince: null };
}

const toFailure = (failure: SegmentFailure): SegmentStatus['failures'][number] => ({
  work: failure.work,
  error: failure.error,
  since: failure.first_failed_at.toISOString(),
  lastAt: failure.last_failed_at.toISOString(),
  count: failure.failures,
});
