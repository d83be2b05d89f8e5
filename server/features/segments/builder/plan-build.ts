import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import { isRawComplete, listRawTimes, type RawTimes } from '../../../db/raw-events.ts';
import type { Snapshot } from '../../../db/snapshot.ts';
import { oldSegmentFormats, segmentFormat } from '../columns.ts';
import type { DayRange } from '../export.queries.ts';
import type { Store } from '../files/store.ts';
import {
  countEventsByDay,
  type ListedSegment,
  listChangedDays,
  readDatasetState,
  summarizeChanges,
} from '../segments.queries.ts';
import { mergeDays } from '../view/merge-days.ts';
import { findUsableSegments } from '../view/usable-segments.ts';
import type { KnownDataset } from './builder.queries.ts';

/** Days that are built together: one segment. */
export interface BuildUnit extends DayRange {
  /** Where the rows come from: PostgreSQL, or the old files of days whose raw events are gone. */
  from: 'events' | 'files';
  /** How many events the days had in PostgreSQL when the build was planned. */
  events: Map<string, number>;
}

/** Segments that are replaced together by those of some units. */
export interface BuildStep {
  removed: ListedSegment[];
  units: BuildUnit[];
}

export interface BuildPlan {
  /** After all steps, everything up to this revision is in the segments. */
  revision: number;
  steps: BuildStep[];
}

/** Events of one unit. A day with more is a separate unit. */
const unitEventsMax = 200_000;

interface PlanInput {
  store: Store;
  dataset: KnownDataset;
  now: Date;
  /** Local date before which nothing is built. */
  keepFrom: string | undefined;
}

/** Finds out what has to be written so that the segments of a dataset are complete. */
export async function planBuild({ tx }: Snapshot, input: PlanInput): Promise<BuildPlan> {
  const { store, dataset, keepFrom } = input;
  const state = await readDatasetState(tx, dataset.id, store.id);
  const raw = await listRawTimes(tx);
  const isArchived = (segment: ListedSegment) => listArchivedDays(raw, segment).length > 0;
  // Days whose events are gone keep the bounds of the zone they were recorded in when the time zone changes.
  const present: ListedSegment[] = [];
  for (const segment of state.segments) {
    const labelled = isArchived(segment)
      ? { ...segment, time_zone: dataset.timeZone, format: toReadFormat(segment.format) }
      : segment;
    const checked = { built: { revision: 0, time_zone: dataset.timeZone }, segments: [labelled] };
    const { segments } = await findUsableSegments(store, dataset, checked, new Set());
    if (segments.length > 0) present.push(segment);
  }
  const base = await findBase(tx, input, state, present);
  const isKept = (segment: ListedSegment) =>
    segment.time_zone === dataset.timeZone &&
    segment.format === segmentFormat &&
    !base.changed.has(segment) &&
    base.isContiguous &&
    segment.revision >= 0;
  const kept = present.filter(isKept);
  // Nothing can replace files whose raw events are gone. They stay listed when they cannot be read: they may come back.
  const lost = state.segments.filter((segment) => !present.includes(segment) && isArchived(segment));
  const stale = state.segments.filter((segment) => !kept.includes(segment) && !lost.includes(segment));
  const wanted = base.needsAllDays
    ? [{ first: keepFrom ?? '0001-01-01', last: '9999-12-31' }]
    : mergeDays([...base.days, ...stale.map(({ first_day: first, last_day: last }) => ({ first, last }))]);
  const archived = stale.flatMap((segment) => listArchivedDays(raw, segment));
  const units = await listUnits(tx, input, { wanted, kept: [...kept, ...lost], archived });
  return { revision: state.revision, steps: toSteps(units, stale) };
}

/** Files of the old versions can be converted. */
const toReadFormat = (format: number) => (oldSegmentFormats.includes(format) ? segmentFormat : format);

interface Base {
  /** Whether the journal has everything that happened since the segments were written. */
  isContiguous: boolean;
  /** Nothing is known about days without a segment. */
  needsAllDays: boolean;
  /** Segments with changes that they do not contain. */
  changed: Set<ListedSegment>;
  /** Changed days. */
  days: DayRange[];
}

async function findBase(
  tx: Snapshot['tx'],
  { dataset }: PlanInput,
  { revision: upTo, built }: Awaited<ReturnType<typeof readDatasetState>>,
  present: readonly ListedSegment[],
): Promise<Base> {
  const isBuilt = built !== undefined && built.time_zone === dataset.timeZone;
  const after = isBuilt
    ? built.revision
    : Math.min(upTo, ...present.map(({ revision }) => Math.max(0, revision)));
  const summary = await summarizeChanges(tx, dataset, { after, upTo });
  const isContiguous = summary.changes === upTo - after;
  const named = await listChangedDays(tx, dataset, { after, upTo });
  const days = [
    ...named.map(({ day, revision }) => ({ first: day, last: day, revision })),
    ...summary.ranges,
  ];
  const effective = ({ revision }: ListedSegment) => Math.max(revision, isBuilt ? built.revision : 0);
  const overlaps = (segment: ListedSegment, { first, last }: DayRange) =>
    segment.first_day <= last && segment.last_day >= first;
  const changed = new Set(
    present.filter((segment) =>
      days.some((day) => overlaps(segment, day) && day.revision > effective(segment)),
    ),
  );
  const isInSegment = (day: DayRange & { revision: number }) =>
    day.first === day.last &&
    present.some((segment) => overlaps(segment, day) && day.revision <= effective(segment));
  return {
    isContiguous,
    needsAllDays: !isBuilt || !isContiguous,
    changed,
    days: days.filter((day) => !isInSegment(day)).map(({ first, last }) => ({ first, last })),
  };
}

interface UnitInput {
  wanted: readonly DayRange[];
  kept: readonly ListedSegment[];
  /** Days to write again from their segments. */
  archived: readonly DayRange[];
}

async function listUnits(
  tx: Snapshot['tx'],
  { dataset, now, keepFrom }: PlanInput,
  { wanted, kept, archived }: UnitInput,
): Promise<BuildUnit[]> {
  const isWanted = (day: string) =>
    !archived.some(({ first, last }) => first <= day && last >= day) &&
    (keepFrom === undefined || day >= keepFrom) &&
    !kept.some((segment) => segment.first_day <= day && segment.last_day >= day);
  const counts: { day: string; events: number }[] = [];
  for (const range of wanted)
    for (const count of await countEventsByDay(tx, dataset, range))
      if (isWanted(count.day)) counts.push(count);
  // Days that still change are separate segments, so that a late event rewrites little.
  const recentFrom = toLocalDay(new Date(now.getTime() - 2 * 86_400_000), dataset.timeZone);
  const fromFiles = archived.map((days): BuildUnit => ({ ...days, from: 'files', events: new Map() }));
  return [...fromFiles, ...toUnits(counts, recentFrom)];
}

function toUnits(counts: readonly { day: string; events: number }[], recentFrom: string): BuildUnit[] {
  const units: BuildUnit[] = [];
  let unitEvents = 0;
  for (const { day, events } of counts) {
    const unit = units.at(-1);
    const fits =
      unit !== undefined &&
      unit.first.slice(0, 7) === day.slice(0, 7) &&
      unitEvents + events <= unitEventsMax &&
      day < recentFrom;
    if (fits) {
      unit.last = day;
      unit.events.set(day, events);
      unitEvents += events;
    } else {
      units.push({ first: day, last: day, from: 'events', events: new Map([[day, events]]) });
      unitEvents = events;
    }
  }
  return units;
}

/** Segments and units that overlap are replaced together, so that no day is missing in between. */
function toSteps(units: readonly BuildUnit[], stale: readonly ListedSegment[]): BuildStep[] {
  const groups = mergeDays([
    ...units,
    ...stale.map(({ first_day: first, last_day: last }) => ({ first, last })),
  ]);
  return groups.map(({ first, last }) => ({
    removed: stale.filter((segment) => segment.first_day >= first && segment.last_day <= last),
    units: units.filter((unit) => unit.first >= first && unit.last <= last),
  }));
}

/** The local date (YYYY-MM-DD) of an instant. */
export function toLocalDay(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);
}

/** The days of a segment whose raw events are gone, as ranges. */
function listArchivedDays(raw: RawTimes, segment: ListedSegment): DayRange[] {
  const builtAt = new Date(segment.built_at);
  if (isRawComplete(raw, segment, builtAt)) return [];
  const ranges: DayRange[] = [];
  for (let day = segment.first_day; day <= segment.last_day; day = addDays(day, 1)) {
    const days = { first_day: day, last_day: day, time_zone: segment.time_zone };
    if (isRawComplete(raw, days, builtAt)) continue;
    const range = ranges.at(-1);
    if (range && addDays(range.last, 1) === day) range.last = day;
    else ranges.push({ first: day, last: day });
  }
  return ranges;
}
