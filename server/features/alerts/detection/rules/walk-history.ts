import { setImmediate } from 'node:timers/promises';
import { toDayNumber } from '../../../../../contract/rules/dates/calendar-days.ts';
import { type ExcludedDays, examineDay, examineHours, type Unusual } from './examine-day.ts';
import { type History, hoursOfDay, toWeekday } from './history.ts';
import { type HourRates, toHourRates } from './hour-rates.ts';
import { type Gap, isNoCoincidence, knownDaysMin, lengthen, noGap } from './silence.ts';
import { comparedDays } from './usual-count.ts';

/** A finding of the rules on a day. */
export type Firing =
  | { day: string; found: Unusual }
  | {
      day: string;
      /** `hour`: the local hour of that day in which it is found. `since`: the day and hour with the last visit or order. */
      found: { kind: 'silence' | 'no-orders'; hour: number; since: { day: string; hour: number }; gap: Gap };
    };

/** After an alert, the same is not reported again on so many days: it continues, or is the new level. */
export const repeatedDays = 5;

interface Walked {
  /** The first day that is examined. */
  from: number;
  /** Days with a note. */
  noted: ExcludedDays;
}

/** The findings that the rules would have had if each day had been examined with what was known then. */
export async function walkHistory(history: History, { from, noted }: Walked): Promise<Firing[]> {
  const excluded = new Set(noted);
  const explained = new Set(noted);
  const firings: Firing[] = [];
  const silence = new GapWatch('silence');
  const orders = new GapWatch('no-orders');
  for (let at = from; at < history.length; at += 1) {
    // A day is a few milliseconds of work, and a process that works on many answers nothing else.
    await setImmediate();
    const { day } = history[at] ?? { day: '' };
    firings.push(...silence.pass(history, at, { excluded, paused: new Set() }));
    firings.push(...orders.pass(history, at, { excluded, paused: silence.reportedHours }));
    if (silence.wasSilent) {
      excluded.add(day);
      explained.add(day);
    }
    const found = [...listHours(history, at, excluded), ...examineDay(history, at, { excluded, explained })];
    for (const each of found) {
      // Days of a new level are compared with, as the job does, which stores an alert of the first alone.
      if (isRepeated(firings, day, each)) continue;
      if (isUnusualDay(each)) excluded.add(day);
      firings.push({ day, found: each });
    }
  }
  return firings;
}

/** Whether other days are not compared with a day because of this. */
const isUnusualDay = ({ kind }: Unusual) => kind === 'drop' || kind === 'spike';

const listHours = (history: History, at: number, excluded: ExcludedDays): Unusual[] =>
  Array.from({ length: hoursOfDay - 1 }, (_, firstHour) =>
    examineHours(history, at, { firstHour, excluded }),
  ).filter((found) => found !== null);

const isRepeated = (firings: readonly Firing[], day: string, { kind }: Unusual) =>
  firings.some(
    (each) => each.found.kind === kind && toDayNumber(day) - toDayNumber(each.day) <= repeatedDays,
  );

/** Follows the hours without visits or orders. */
class GapWatch {
  readonly #kind: 'silence' | 'no-orders';
  #gap = noGap;
  #since: { day: string; hour: number } | undefined;
  #isReported = false;
  /** Whether a part of the last day was silent. */
  wasSilent = false;
  /** The hours of the last day in which a reported gap lasted. */
  reportedHours = new Set<number>();

  constructor(kind: 'silence' | 'no-orders') {
    this.#kind = kind;
  }

  /** Hours that are `paused` are no part of a gap: while nothing arrives at all, missing orders are no news. */
  pass(
    history: History,
    at: number,
    { excluded, paused }: { excluded: ExcludedDays; paused: ReadonlySet<number> },
  ): Firing[] {
    const pick = this.#kind === 'silence' ? 'visits' : 'orders';
    const today = history[at];
    if (!today) return [];
    const rates = toRatesBefore(history, at, { excluded, pick });
    const firings: Firing[] = [];
    this.wasSilent = this.#isReported;
    this.reportedHours = new Set();
    for (const [hour, count] of today[pick].entries()) {
      if (count > 0) this.#since = { day: today.day, hour };
      if (count > 0 || paused.has(hour)) {
        this.#gap = noGap;
        if (count > 0) this.#isReported = false;
        continue;
      }
      if (this.#isReported) this.reportedHours.add(hour);
      const expected = rates.hours[toWeekday(today.day) * hoursOfDay + hour] ?? 0;
      this.#gap = lengthen(this.#gap, 1, expected, rates.dispersion);
      if (this.#isReported || !this.#since || !this.#mayFind(rates)) continue;
      if (!isNoCoincidence(this.#gap, rates)) continue;
      this.#isReported = true;
      this.wasSilent = true;
      this.reportedHours.add(hour);
      const found = { kind: this.#kind, hour, since: this.#since, gap: this.#gap };
      firings.push({ day: today.day, found });
    }
    return firings;
  }

  /** Missing orders are only looked for where there is a usual week. */
  #mayFind({ days }: HourRates): boolean {
    return this.#kind === 'silence' || days >= knownDaysMin;
  }
}

/** The usual week by the eight weeks before a day. */
function toRatesBefore(
  history: History,
  at: number,
  { excluded, pick }: { excluded: ExcludedDays; pick: 'visits' | 'orders' },
): HourRates {
  const days = history.slice(Math.max(0, at - comparedDays), at).filter(({ day }) => !excluded.has(day));
  return toHourRates(days, pick);
}
