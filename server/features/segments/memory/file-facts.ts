import { LRUCache } from 'lru-cache';
import type { SegmentPart } from '../../../db/transfer/backup/segment-files.ts';
import type { Turn } from '../../../platform/limits/admission.ts';
import type { DuckDb } from '../duckdb/duckdb.ts';
import type { DayRange } from '../export.queries.ts';
import type { Store } from '../files/store.ts';
import {
  daySumsStatement,
  type FileRow,
  foreignRowsStatement,
  hitsStatement,
  readDaySums,
  readForeignRow,
  readTimedDay,
  readValueSums,
  valueSumsStatement,
  visitsStatement,
} from './file-statements.ts';
import type { ForeignRow } from './group-visits.ts';
import type { TimedDay } from './memory-day.ts';
import type { Sums } from './sums.ts';

/** Rows of a day, values of a screen of lists, and orders in other currencies that are read into memory; more are counted by DuckDB. */
const dayRowsMax = 20_000;
const valuesMax = 10_000;
const foreignMax = 5_000;
/** What is kept of all datasets: days, values and rows, each about 300 bytes. */
const keptMax = 100_000;

/** A segment of the dataset. */
export interface FileSegment {
  name: string;
  firstDay: string;
  lastDay: string;
}

/** What one file has without filters. */
interface SegmentFacts {
  days: ReadonlyMap<string, Sums>;
  /** Undefined: too many. */
  foreign: readonly ForeignRow[] | undefined;
}

/** Null: too much to be read. */
type Kept =
  | { is: 'segment'; facts: SegmentFacts }
  | { is: 'day'; timed: TimedDay | null }
  | { is: 'values'; sums: ReadonlyMap<string, Sums> | null };

interface Reading {
  store: Store;
  datasetId: string;
  turn: Turn;
}

/** What files have to answer questions without filters, read once: files never change. */
export class FileFacts {
  readonly #duckDb: DuckDb;
  readonly #kept = new LRUCache<string, Kept>({ maxSize: keptMax });
  readonly #reading = new Map<string, number>();

  constructor(duckDb: DuckDb) {
    this.#duckDb = duckDb;
  }

  /** Whether the files of this name are being read. */
  isInUse(name: string): boolean {
    return (this.#reading.get(name) ?? 0) > 0;
  }

  clear(): void {
    this.#kept.clear();
  }

  /** The sums of each day, and the orders in other currencies, of each segment. */
  async readSegments(reading: Reading, segments: readonly FileSegment[]): Promise<SegmentFacts[]> {
    const facts = new Map(
      segments.flatMap(({ name }) => {
        const kept = this.#kept.get(`segment ${name}`);
        return kept?.is === 'segment' ? [[name, kept.facts] as const] : [];
      }),
    );
    const missing = segments.filter(({ name }) => !facts.has(name));
    if (missing.length > 0)
      for (const [name, read] of await this.#readSegments(reading, missing)) facts.set(name, read);
    return [...facts.values()];
  }

  async #readSegments(
    reading: Reading,
    segments: readonly FileSegment[],
  ): Promise<Map<string, SegmentFacts>> {
    const rows = await this.#read(reading, segments, 'sums', daySumsStatement);
    const foreign = await this.#read(reading, segments, 'hits', (files) =>
      foreignRowsStatement(files, foreignMax),
    );
    const days = readDaySums(rows);
    const foreignRows = foreign.length > foreignMax ? undefined : foreign.map(readForeignRow);
    const facts = new Map<string, SegmentFacts>();
    for (const { name, firstDay, lastDay } of segments) {
      const isIn = (day: string) => day >= firstDay && day <= lastDay;
      const found: SegmentFacts = {
        days: new Map([...days].filter(([day]) => isIn(day))),
        foreign: foreignRows?.filter(({ day }) => isIn(day)),
      };
      facts.set(name, found);
      const size = 1 + found.days.size + (found.foreign?.length ?? 0);
      this.#kept.set(`segment ${name}`, { is: 'segment', facts: found }, { size });
    }
    return facts;
  }

  /** The visits and rows of one day; undefined if it has too many. */
  async readDay(reading: Reading, segment: FileSegment, day: string): Promise<TimedDay | undefined> {
    const key = `day ${segment.name} ${day}`;
    const kept = this.#kept.get(key);
    if (kept?.is === 'day') return kept.timed ?? undefined;
    const visits = await this.#read(reading, [segment], 'visits', (files) =>
      visitsStatement(files, day, dayRowsMax),
    );
    const hits =
      visits.length > dayRowsMax
        ? []
        : await this.#read(reading, [segment], 'hits', (files) => hitsStatement(files, day, dayRowsMax));
    const isTooLarge = Math.max(visits.length, hits.length) > dayRowsMax;
    const timed = isTooLarge ? null : readTimedDay(visits, hits);
    this.#kept.set(key, { is: 'day', timed }, { size: 1 + (isTooLarge ? 0 : visits.length + hits.length) });
    return timed ?? undefined;
  }

  /** The sums of each value of some dimensions over ranges of days. A dimension with too many values is left out. */
  async readValues(
    reading: Reading,
    segments: readonly FileSegment[],
    { ranges, columns }: { ranges: readonly DayRange[]; columns: readonly string[] },
  ): Promise<Map<string, ReadonlyMap<string, Sums>>> {
    const toKey = (column: string) =>
      JSON.stringify(['values', column, ranges, ...segments.map(({ name }) => name)]);
    const found = new Map<string, ReadonlyMap<string, Sums>>();
    const keep = (column: string, sums: ReadonlyMap<string, Sums> | null) => {
      this.#kept.set(toKey(column), { is: 'values', sums }, { size: 1 + (sums?.size ?? 0) });
      if (sums) found.set(column, sums);
    };
    const missing: string[] = [];
    for (const column of columns) {
      const kept = this.#kept.get(toKey(column));
      if (kept?.is !== 'values') missing.push(column);
      else if (kept.sums) found.set(column, kept.sums);
    }
    const read = (some: readonly string[]) =>
      this.#read(reading, segments, 'sums', (files) => valueSumsStatement(files, ranges, some, valuesMax));
    if (missing.length === 0) return found;
    const rows = await read(missing);
    if (rows.length <= valuesMax) {
      for (const [column, sums] of readValueSums(rows, missing)) keep(column, sums);
      return found;
    }
    for (const column of missing) {
      const ofColumn = missing.length === 1 ? rows : await read([column]);
      const isTooLarge = ofColumn.length > valuesMax;
      keep(column, isTooLarge ? null : (readValueSums(ofColumn, [column]).get(column) ?? new Map()));
    }
    return found;
  }

  async #read(
    { store, datasetId, turn }: Reading,
    segments: readonly FileSegment[],
    part: SegmentPart,
    toStatement: (files: readonly string[]) => string,
  ): Promise<FileRow[]> {
    const count = (by: 1 | -1) => {
      for (const { name } of segments) {
        const users = (this.#reading.get(name) ?? 0) + by;
        if (users > 0) this.#reading.set(name, users);
        else this.#reading.delete(name);
      }
    };
    count(1);
    try {
      const files = segments.map(({ name }) => store.filesOf(datasetId, name)[part]);
      return await this.#duckDb.read<FileRow>(toStatement(files), [], { turn });
    } finally {
      count(-1);
    }
  }
}
