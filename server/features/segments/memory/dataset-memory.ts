import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import type { Db } from '../../../db/client.ts';
import type { DayRange } from '../export.queries.ts';
import {
  countEventsUpTo,
  type DatasetState,
  listChangedDays,
  summarizeChanges,
} from '../segments.queries.ts';
import type { Dataset } from '../view/dataset-view.ts';
import { mergeDays } from '../view/merge-days.ts';
import { hasArchivedDays, hasRawEvents } from '../view/tail-parts.ts';
import type { UsableSegment, UsableSegments } from '../view/usable-segments.ts';
import { readMemoryChanges, readMemoryDays, type StoredRow } from './memory.queries.ts';
import { MemoryDay } from './memory-day.ts';
import { NotInMemory } from './not-in-memory.ts';
import { RowReader } from './read-rows.ts';

/** Rows of a dataset that are kept. */
const rowsMax = 150_000;
/** Rows that are read at once: reading more would occupy the process for a second. */
const readMax = 50_000;
/** Days that are kept although their files are complete. */
const keptDays = 2;
/** Rows of the months of a day: PostgreSQL reads all of them to find those of the day. */
const monthRowsMax = 400_000;
const attemptsMax = 6;

const allDays: DayRange = { first: '0001-01-01', last: '9999-12-31' };

/**
 * The days of a dataset that its files do not have completely, each with all its rows, up to a revision. Every change since the
 * files were built is of one of them.
 */
export class DatasetMemory {
  readonly #db: Db;
  readonly #dataset: Dataset;
  readonly #days = new Map<string, MemoryDay>();
  readonly #reader = new RowReader();
  /** Up to this revision every change is in the days or in the files. */
  #revision = -1;
  /** Whether the days have everything, since there are no files. From which revision on, because files of an earlier one have more. */
  #allSince: number | undefined;
  /** The files of the other days. */
  #segments: readonly UsableSegment[] = [];
  /** Up to this revision the files are complete. */
  #built = -1;
  /** Changes whenever a day or file is added or removed. */
  #layout = 0;
  /** When it was known to be at its revision, and of when its newest state is. */
  #knownAt = Number.NEGATIVE_INFINITY;
  #stateAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, dataset: Dataset) {
    this.#db = db;
    this.#dataset = dataset;
  }

  get revision(): number {
    return this.#revision;
  }

  /** The files that have the other days; none while the days have everything. */
  get segments(): readonly UsableSegment[] {
    return this.#hasFiles ? this.#segments : [];
  }

  get days(): ReadonlyMap<string, MemoryDay> {
    return this.#days;
  }

  get layout(): number {
    return this.#layout;
  }

  get size(): number {
    let rows = 0;
    for (const day of this.#days.values()) rows += day.size;
    return rows;
  }

  get #hasFiles(): boolean {
    return this.#allSince === undefined;
  }

  /**
   * Reads what happened up to the state or later. `askedAt`: when the state was asked for, by `performance.now()`. After an error, such as
   * `NotInMemory`, it has to be forgotten.
   */
  async update(state: DatasetState, usable: UsableSegments, askedAt: number): Promise<void> {
    if (usable.missing.length > 0) throw new NotInMemory('segments are missing');
    if (state.revision < this.#revision && askedAt > this.#knownAt)
      throw new NotInMemory('the dataset was deleted and filled again');
    if (this.#revision < 0) await this.#begin(state, usable);
    for (let attempt = 1; this.#revision < state.revision || this.#hasNewerDays(); attempt += 1) {
      if (attempt > attemptsMax) throw new NotInMemory('events arrive faster than they can be read');
      await this.#catchUp(usable);
    }
    // The earlier of two questions that were asked at the same time may come last.
    if (askedAt > this.#stateAt) this.#takeFiles(usable);
    this.#stateAt = Math.max(this.#stateAt, askedAt);
  }

  /** A day that was read later than the others. */
  #hasNewerDays(): boolean {
    for (const { revision } of this.#days.values()) if (revision > this.#revision) return true;
    return false;
  }

  async #begin(state: DatasetState, usable: UsableSegments): Promise<void> {
    if (usable.revision === undefined) {
      if (await hasArchivedDays(this.#db, state)) throw new NotInMemory('raw events are gone');
      if ((await countEventsUpTo(this.#db, this.#dataset, readMax + 1)) > readMax)
        throw new NotInMemory('there are too many events without segments');
      this.#allSince = state.revision;
      this.#revision = state.revision;
      await this.#readDays([allDays]);
      return;
    }
    this.#built = usable.revision;
    const revisions = { after: usable.revision, upTo: state.revision };
    const { changes, ranges } = await summarizeChanges(this.#db, this.#dataset, revisions);
    if (changes !== revisions.upTo - revisions.after || ranges.length > 0)
      throw new NotInMemory('the journal does not name every change');
    const changed = await listChangedDays(this.#db, this.#dataset, revisions);
    this.#revision = state.revision;
    await this.#readWholeDays(
      changed.map(({ day }) => day),
      usable,
    );
  }

  async #readWholeDays(days: readonly string[], usable: UsableSegments): Promise<void> {
    if (days.length === 0) return;
    const ranges = mergeDays(days.map((day) => ({ first: day, last: day })));
    if (!(await hasRawEvents(this.#db, this.#dataset, ranges, usable)))
      throw new NotInMemory('raw events of changed days are gone');
    const months = new Set(days.map((day) => day.slice(0, 7)));
    const inMonths = usable.segments.filter(
      ({ firstDay, lastDay }) => months.has(firstDay.slice(0, 7)) || months.has(lastDay.slice(0, 7)),
    );
    if (inMonths.reduce((sum, { hits }) => sum + hits, 0) > monthRowsMax)
      throw new NotInMemory('the months of the days have too many events');
    await this.#readDays(ranges.flatMap(listDays));
  }

  async #readDays(ranges: readonly DayRange[]): Promise<void> {
    for (const range of ranges) {
      const { revision, rows } = await readMemoryDays(this.#db, this.#dataset, range, readMax);
      if (rows.length > readMax || rows.length + this.size > rowsMax)
        throw new NotInMemory('the newest days have too many events');
      if (range.first === range.last) this.#days.set(range.first, new MemoryDay(range.first, revision));
      for (const row of rows) this.#dayOf(row.day, revision).put(this.#reader.toRow(row));
      this.#layout += 1;
    }
  }

  #dayOf(name: string, revision: number): MemoryDay {
    const known = this.#days.get(name);
    if (known) return known;
    const day = new MemoryDay(name, revision);
    this.#days.set(name, day);
    this.#layout += 1;
    return day;
  }

  async #catchUp(usable: UsableSegments): Promise<void> {
    const after = this.#revision;
    const { revision, changes, hasRanges, rows } = await readMemoryChanges(this.#db, this.#dataset, {
      after,
      rowsMax: readMax,
    });
    if (revision < after || changes !== revision - after || hasRanges)
      throw new NotInMemory('the journal does not name every change');
    if (rows.length > readMax || rows.length + this.size > rowsMax)
      throw new NotInMemory('too many events are not in segments yet');
    const unknown = this.#apply(rows, revision);
    this.#revision = revision;
    this.#knownAt = performance.now();
    if (this.#hasFiles) await this.#readWholeDays([...unknown], usable);
  }

  /** Returns the days that have to be read completely. */
  #apply(rows: readonly StoredRow[], revision: number): Set<string> {
    const unknown = new Set<string>();
    // A row that no longer counts may be of a day whose raw events were deleted since it was read.
    for (const { day, counts } of rows)
      if (!counts || (this.#hasFiles && !this.#days.has(day))) unknown.add(day);
    if (!this.#hasFiles && rows.some(({ counts }) => !counts)) throw new NotInMemory('events were deleted');
    for (const day of unknown) if (this.#days.delete(day)) this.#layout += 1;
    for (const row of rows) {
      if (unknown.has(row.day)) continue;
      const day = this.#dayOf(row.day, revision);
      day.put(this.#reader.toRow(row));
      day.revision = revision;
    }
    return unknown;
  }

  /** Takes over the files of a state, and forgets days that they have completely. */
  #takeFiles({ revision, segments }: UsableSegments): void {
    if (this.#hasFiles && (revision ?? -1) < this.#built)
      throw new NotInMemory('the segments are built again');
    if (revision === undefined) return;
    // Until then the files may have rows that were gone when the days were read.
    if (this.#allSince !== undefined && revision < this.#allSince) return;
    const isSame =
      this.#hasFiles &&
      segments.length === this.#segments.length &&
      segments.every(({ name }, index) => name === this.#segments[index]?.name);
    if (isSame && revision === this.#built) return;
    this.#allSince = undefined;
    this.#built = revision;
    this.#segments = segments;
    this.#layout += 1;
    for (const name of [...this.#days.keys()].toSorted().slice(0, -keptDays))
      if ((this.#days.get(name)?.revision ?? 0) <= revision) this.#days.delete(name);
  }
}

function listDays({ first, last }: DayRange): DayRange[] {
  const days: DayRange[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push({ first: day, last: day });
  return days;
}
