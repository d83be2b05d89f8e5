import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished, type Readable } from 'node:stream';
import type { TimeseriesFile } from '../../../contract/company/notes.ts';
import type { MetricValues, StatsBreakdown } from '../../../contract/stats/answers.ts';
import { AppError } from '../../platform/errors.ts';
import { csvByteOrderMark, toCsvLine } from '../../platform/http/files/csv.ts';
import { toZoned } from './period/time-range.ts';

/** A row for each value of the page, with the metrics shown and, if there is a comparison, the compared ones. */
export function toBreakdownCsv({ dimension, rows, totals, comparedRange }: StatsBreakdown): string {
  return toCsv(
    { name: dimension, metrics: listNames(totals), isCompared: comparedRange !== null },
    rows.map(({ value, metrics, compared }) => ({ name: value, metrics, compared })),
  );
}

/**
 * A row for each bucket, at its local time, with the texts of its notes in the last column; compared metrics are those
 * of the bucket at the same place.
 */
export function toTimeseriesCsv({ points, compared, timeZone, annotations }: TimeseriesFile): string {
  const startsMs = points.map(({ at }) => Date.parse(at));
  const texts = points.map((): string[] => []);
  for (const { at, text } of annotations) {
    const index = startsMs.findLastIndex((start) => start <= Date.parse(at));
    texts[index]?.push(text);
  }
  const toLocalTime = (at: string) =>
    toZoned(Date.parse(at), timeZone).toString({ timeZoneName: 'never', smallestUnit: 'minute' });
  const [first] = points;
  return toCsv(
    {
      ...{ name: 'at', metrics: listNames(first?.metrics ?? {}), isCompared: compared !== null },
      last: ['annotations'],
    },
    points.map(({ at, metrics }, index) => ({
      name: toLocalTime(at),
      metrics,
      compared: compared?.[index]?.metrics ?? null,
      annotations: texts[index]?.join('; ') ?? '',
    })),
  );
}

interface CsvRow {
  name: string;
  metrics: MetricValues;
  compared: MetricValues | null;
  annotations?: string;
}

interface CsvColumns {
  /** The heading of what a row is about. */
  name: string;
  /** Also without a row: a file of an empty list has its columns. */
  metrics: readonly string[];
  isCompared: boolean;
  last?: readonly 'annotations'[];
}

const listNames = (metrics: MetricValues): string[] => Object.keys(metrics);

function toCsv({ name, metrics: names, isCompared, last = [] }: CsvColumns, rows: readonly CsvRow[]): string {
  const toCells = (metrics: MetricValues | null) => {
    const cells = new Map<string, unknown>(Object.entries(metrics ?? {}));
    return names.map((metric) => String(cells.get(metric) ?? ''));
  };
  const header = [
    name,
    ...names,
    ...(isCompared ? names.map((metric) => `compared ${metric}`) : []),
    ...last,
  ];
  const lines = rows.map((row) =>
    toCsvLine([
      row.name,
      ...toCells(row.metrics),
      ...(isCompared ? toCells(row.compared) : []),
      ...last.map((column) => row[column] ?? ''),
    ]),
  );
  return csvByteOrderMark + toCsvLine(header) + lines.join('');
}

/** Reads a file that is deleted when the response has ended, however it ends. */
export async function readTemporaryFile(
  folder: string,
  type: 'parquet' | 'json',
  write: (path: string) => Promise<unknown>,
): Promise<Readable> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.${type}`);
  try {
    await write(path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const file = createReadStream(path);
  finished(file, () => void rm(path, { force: true }).catch(() => undefined));
  return file;
}

/** Throws a 503 for a file that could not show what it lacks. */
export function requireWhole({ pending }: { pending: object | null }): void {
  if (!pending) return;
  const message = 'The newest events are still being processed. Please try again in a minute.';
  throw new AppError(503, 'unavailable', message, { headers: { 'retry-after': '60' } });
}
