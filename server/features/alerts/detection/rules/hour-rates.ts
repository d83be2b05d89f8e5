import { type HistoryDay, hoursOfDay, hoursOfWeek, toSum, toWeekday } from './history.ts';
import { toMedian, toTrimmedMean } from './robust.ts';

/** How many visits or orders usually arrive in each hour of the week, at the recent level. */
export interface HourRates {
  /** 168 means. The first hour of Sunday first. */
  hours: readonly number[];
  /** The mean of a day. */
  perDay: number;
  /** How much hours differ by more than chance: the variance of a mean `m` is `m + dispersion × m²`. */
  dispersion: number;
  /** The days that it was made of. */
  days: number;
}

/** The share of values that is cut at each end: a single burst is not usual. */
const hourTrim = 0.13;
const dayTrim = 0.1;
/** The weight, in weeks, of the rate of its weekday and hour of the day: no hour is zero by chance. */
const priorWeeks = 2;
const dispersionMin = 0.01;
/** More is the work of single bursts, after which nothing would ever be silent. */
const dispersionMax = 2;
const recentDays = 10;
const recentDaysMin = 7;
const levelMin = 0.5;
const levelMax = 2;

/** The rates by days that are neither silent nor unusual, the last of which is the newest. */
export function toHourRates(days: readonly HistoryDay[], pick: 'visits' | 'orders'): HourRates {
  const perDay = toTrimmedMean(
    days.map((day) => toSum(day[pick])),
    dayTrim,
  );
  const byWeekday = Array.from({ length: 7 }, (_, weekday) =>
    days.filter(({ day }) => toWeekday(day) === weekday),
  );
  const weekdayMeans = byWeekday.map((same) =>
    same.length === 0
      ? perDay
      : toTrimmedMean(
          same.map((day) => toSum(day[pick])),
          hourTrim,
        ),
  );
  const shape = toDayShape(days, pick);
  const raw = Array.from({ length: hoursOfWeek }, (_, index) => {
    const weekday = Math.floor(index / hoursOfDay);
    const hour = index % hoursOfDay;
    const same = byWeekday[weekday] ?? [];
    const own = toTrimmedMean(
      same.map((day) => day[pick][hour] ?? 0),
      hourTrim,
    );
    const prior = (weekdayMeans[weekday] ?? 0) * (shape[hour] ?? 0);
    return (own * same.length + prior * priorWeeks) / (same.length + priorWeeks);
  });
  const smooth = raw.map((rate, index) => (around(raw, index - 1) + 2 * rate + around(raw, index + 1)) / 4);
  // Trimming makes rare visits rarer: together the hours have what the days have.
  const total = toSum(smooth);
  const usual = smooth.map((rate) => (total > 0 ? (rate * 7 * perDay) / total : 0));
  const level = findLevel(days, pick, weekdayMeans);
  return {
    hours: usual.map((rate) => rate * level),
    perDay: perDay * level,
    dispersion: findDispersion(days, pick, usual),
    days: days.length,
  };
}

/** From the hours of all days, which include how whole days differ. */
function findDispersion(
  days: readonly HistoryDay[],
  pick: 'visits' | 'orders',
  usual: readonly number[],
): number {
  let excess = 0;
  let squares = 0;
  for (const day of days) {
    const first = toWeekday(day.day) * hoursOfDay;
    for (let hour = 0; hour < hoursOfDay; hour += 1) {
      const rate = usual[first + hour] ?? 0;
      excess += ((day[pick][hour] ?? 0) - rate) ** 2 - rate;
      squares += rate * rate;
    }
  }
  return squares > 0 ? Math.min(dispersionMax, Math.max(dispersionMin, excess / squares)) : dispersionMin;
}

const around = (rates: readonly number[], index: number) => rates[(index + hoursOfWeek) % hoursOfWeek] ?? 0;

/** The share of each hour of the day. */
function toDayShape(days: readonly HistoryDay[], pick: 'visits' | 'orders'): number[] {
  const sums = Array.from({ length: hoursOfDay }, (_, hour) =>
    toSum(days.map((day) => day[pick][hour] ?? 0)),
  );
  const total = toSum(sums);
  return sums.map((sum) => (total > 0 ? sum / total : 1 / hoursOfDay));
}

/** The recent days in relation to all. */
function findLevel(
  days: readonly HistoryDay[],
  pick: 'visits' | 'orders',
  weekdayMeans: readonly number[],
): number {
  const recent = days.slice(-recentDays);
  if (recent.length < recentDaysMin) return 1;
  const ratios = recent.flatMap((day) => {
    const mean = weekdayMeans[toWeekday(day.day)] ?? 0;
    return mean > 0 ? [toSum(day[pick]) / mean] : [];
  });
  return Math.min(levelMax, Math.max(levelMin, toMedian(ratios)));
}
