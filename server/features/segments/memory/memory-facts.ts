import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import type { Turn } from '../../../platform/limits/admission.ts';
import type { DayRange } from '../export.queries.ts';
import type { Store } from '../files/store.ts';
import type { DatasetMemory } from './dataset-memory.ts';
import { type FileFacts, NotRead } from './file-facts.ts';
import type { ForeignRow } from './group-visits.ts';
import type { TimedDay } from './memory-day.ts';
import { NotInMemory } from './not-in-memory.ts';
import type { Sums } from './sums.ts';

/** The facts that a question without filters needs. Days are local dates. */
export interface Needs {
  /** Days of which the question has everything. */
  whole: readonly DayRange[];
  /** Days of which it has a part. */
  partial: readonly string[];
  /** Columns of the daily sums whose values it lists. */
  columns: readonly string[];
}

/** The same at one revision. */
export interface Facts {
  /** The sums of whole days that are in files. */
  sums: ReadonlyMap<string, Sums>;
  /** The sums of the values of those days by column. A column with too many values is missing. */
  values: ReadonlyMap<string, ReadonlyMap<string, Sums>>;
  /** Whole days that are not in files. */
  days: ReadonlyMap<string, TimedDay>;
  /** Undefined: one has too many rows. */
  partial: ReadonlyMap<string, TimedDay> | undefined;
  /** The orders and refunds in other currencies of all these days; undefined if there are too many. */
  foreign: readonly ForeignRow[] | undefined;
}

interface Reading {
  memory: DatasetMemory;
  files: FileFacts;
  store: Store;
  datasetId: string;
  turn: Turn;
}

const attemptsMax = 4;
const noDay: TimedDay = { visits: [], loose: [], foreign: [], lastAt: Number.NEGATIVE_INFINITY };

/** Reads what the files have, and puts it together with the days in memory at once, so that all of it is of one revision. */
export async function readFacts(reading: Reading, needs: Needs): Promise<Facts> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const { layout } = reading.memory;
    const fromFiles = await inOneTurn(reading, (allowed) => readFileFacts(allowed, needs));
    if (reading.memory.layout === layout) return addMemory(reading.memory, needs, fromFiles);
  }
  throw new NotInMemory('the files change faster than they can be read');
}

type Allowed = Reading & { mayRead: boolean };

/** Everything that has to be read of files waits for one slot. What was read before needs none. */
async function inOneTurn<Result>(
  reading: Reading,
  work: (allowed: Allowed) => Promise<Result>,
): Promise<Result> {
  try {
    return await work({ ...reading, mayRead: false });
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    return reading.turn.use(() => work({ ...reading, mayRead: true }));
  }
}

async function readFileFacts(reading: Allowed, { whole, partial, columns }: Needs): Promise<Facts> {
  const { memory, files } = reading;
  const ranges = whole.flatMap((range) => leaveOut(range, memory.days));
  const days = partial.filter((day) => !memory.days.has(day));
  const isAsked = (firstDay: string, lastDay: string) =>
    ranges.some(({ first, last }) => first <= lastDay && last >= firstDay);
  const ofRanges = memory.segments.filter(({ firstDay, lastDay }) => isAsked(firstDay, lastDay));
  const findSegment = (day: string) =>
    memory.segments.find(({ firstDay, lastDay }) => firstDay <= day && lastDay >= day);
  const ofDays = days.flatMap((day) => findSegment(day) ?? []);
  const segments = [...new Set([...ofRanges, ...ofDays])];
  const facts = segments.length === 0 ? [] : await files.readSegments(reading, segments);
  const isIn = (day: string) => ranges.some(({ first, last }) => day >= first && day <= last);
  const values =
    columns.length === 0 || ofRanges.length === 0
      ? new Map(columns.map((column) => [column, new Map<string, Sums>()]))
      : await files.readValues(reading, ofRanges, { ranges, columns });
  const timed = new Map<string, TimedDay>();
  let isTooLarge = false;
  for (const day of days) {
    const segment = findSegment(day);
    const read = segment ? await files.readDay(reading, segment, day) : noDay;
    if (read) timed.set(day, read);
    else isTooLarge = true;
  }
  const foreign = facts.map((each) => each.foreign);
  return {
    sums: new Map(facts.flatMap((each) => [...each.days].filter(([day]) => isIn(day)))),
    values,
    days: new Map(),
    partial: isTooLarge ? undefined : timed,
    foreign: foreign.includes(undefined)
      ? undefined
      : foreign.flatMap((rows) => rows?.filter(({ day }) => isIn(day) || days.includes(day)) ?? []),
  };
}

function addMemory(memory: DatasetMemory, { whole, partial }: Needs, files: Facts): Facts {
  const days = new Map<string, TimedDay>();
  const timed = files.partial && new Map(files.partial);
  for (const { day, timed: found } of memory.days.values()) {
    if (whole.some(({ first, last }) => day >= first && day <= last)) days.set(day, found);
    if (partial.includes(day)) timed?.set(day, found);
  }
  const asked = new Set([...days.values(), ...(timed?.values() ?? [])]);
  const foreign = files.foreign && [...files.foreign, ...[...asked].flatMap((day) => day.foreign)];
  // A day without any file has no rows.
  for (const day of partial) if (timed && !timed.has(day)) timed.set(day, noDay);
  return { ...files, days, partial: timed, foreign };
}

/** The parts of a range between some days. */
function leaveOut({ first, last }: DayRange, days: ReadonlyMap<string, unknown>): DayRange[] {
  const parts: DayRange[] = [];
  let from = first;
  for (const day of [...days.keys()].filter((each) => each >= first && each <= last).toSorted()) {
    if (day > from) parts.push({ first: from, last: addDays(day, -1) });
    from = addDays(day, 1);
  }
  if (from <= last) parts.push({ first: from, last });
  return parts;
}

/** The first local day with an event. */
export async function findFirstMemoryDay(reading: Reading): Promise<string | null> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const { layout, segments } = reading.memory;
    const inMemory = () => [...reading.memory.days].filter(([, day]) => day.size > 0).map(([day]) => day);
    for (const segment of segments) {
      const [facts] = await inOneTurn(reading, (allowed) => reading.files.readSegments(allowed, [segment]));
      const found = [...(facts?.days.keys() ?? [])].filter((day) => !reading.memory.days.has(day));
      if (found.length === 0) continue;
      const first = [...found, ...inMemory()].toSorted()[0] ?? null;
      if (reading.memory.layout === layout) return first;
      break;
    }
    if (reading.memory.layout === layout) return inMemory().toSorted()[0] ?? null;
  }
  throw new NotInMemory('the files change faster than they can be read');
}
