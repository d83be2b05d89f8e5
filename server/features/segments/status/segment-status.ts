import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Db, Tx } from '../../../db/client.ts';
import { findStoreId, segmentParts } from '../../../db/transfer/segment-files.ts';
import {
  findBuiltState,
  listCompanyDatasets,
  listEventDays,
  listSegmentRows,
  type SegmentRow,
} from './segment-status.queries.ts';

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
  /** Commits since the last build; null before the first. */
  revisionsBehind: number | null;
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
}

/** The state of every dataset, or of those of one company. Reads all raw events. */
export async function listSegmentStatus(
  { db, segmentsFolder }: StatusDeps,
  companyId?: string,
): Promise<SegmentStatus[]> {
  const storeId = findStoreId(segmentsFolder) ?? null;
  const listed: SegmentStatus[] = [];
  for (const dataset of await listDatasetsOfCompanies(db, companyId)) {
    const status = await db.transaction((tx) => readStatus(tx, { ...dataset, storeId, segmentsFolder }));
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
}

async function readStatus(
  tx: Tx,
  { datasetId, isDemo, timeZone, storeId, segmentsFolder }: DatasetInStore,
): Promise<Omit<SegmentStatus, 'companyId' | 'company'>> {
  const state = await findBuiltState(tx, datasetId, storeId);
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
    days: sum(countDays),
    firstDay: rows[0]?.first_day ?? null,
    lastDay: rows.at(-1)?.last_day ?? null,
    files: rows.length * segmentParts.length,
    bytes,
    hits,
    visits: sum((row) => row.visits),
    bytesPerEvent: hits === 0 ? null : bytes / hits,
    revisionsBehind: state.built_revision === null ? null : state.revision - state.built_revision,
    oldestChangeAt: state.oldest_change_at?.toISOString() ?? null,
    lastBuiltAt: builtTimes.at(-1) ?? null,
    missing: {
      days: eventDays.filter((day) => !isCovered(day)),
      files: rows.filter(isMissing).map(({ name }) => name),
    },
  };
}

const countDays = ({ first_day, last_day }: SegmentRow) =>
  Math.round((Date.parse(last_day) - Date.parse(first_day)) / 86_400_000) + 1;
