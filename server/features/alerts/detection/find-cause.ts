import type { AlertFacts } from '../../../../contract/alerts/alerts.ts';
import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import { wholeScope } from '../../access/access.ts';
import {
  type CauseDimension,
  type CountedValue,
  causeDimensions,
  findMainCause,
} from '../../stats/explain/find-main-cause.ts';
import { toMetricValues } from '../../stats/metric-values.ts';
import { toTimeRange } from '../../stats/period/time-range.ts';
import type { AskedList } from '../../stats/sql/wanted.ts';
import { openQuestionOf, type StatsCompanyRow, type StatsReader, toQuestion } from '../../stats/stats.ts';
import { endOfDay, toInstant } from './local-day.ts';
import type { ExcludedDays } from './rules/examine-day.ts';

/** Weeks whose day is compared: more would cost statements and say little more. */
const comparedWeeks = 4;
const valuesMax = 200;
const names: Record<CauseDimension, NonNullable<AlertFacts['cause']>['dimension']> = {
  ...{ source: 'source', 'utm-campaign': 'utm-campaign', 'entry-page': 'page', country: 'country' },
};

interface Explained {
  day: string;
  firstHour: number | null;
  excluded: ExcludedDays;
  now: Date;
}

/** The value that explains most of an unusual day or of two hours of it, next to the average of the same days of weeks before. */
export async function findCause(
  reader: StatsReader,
  company: StatsCompanyRow,
  { day, firstHour, excluded, now }: Explained,
): Promise<AlertFacts['cause']> {
  const metric = firstHour === null ? 'visitors' : 'visits';
  const count = (asked: string) => countValues(reader, company, { day: asked, firstHour, metric, now });
  const compared = Array.from({ length: 2 * comparedWeeks }, (_, week) => addDays(day, -7 * (week + 1)))
    .filter((each) => !excluded.has(each))
    .slice(0, comparedWeeks);
  const current = await count(day);
  const before: CountedValue[][][] = [];
  // One after the other: no request waits for it, and those of portals wait for a turn.
  for (const each of compared) before.push(await count(each));
  const lists = causeDimensions.map((dimension, index) => ({
    dimension,
    now: current[index] ?? [],
    before: before
      .flatMap((counted) => counted[index] ?? [])
      .map(({ value, count: each }) => ({ value, count: each / compared.length })),
  }));
  // Every visit has a country or is of an unknown one, so these are all.
  const all = lists.find(({ dimension }) => dimension === 'country');
  const sum = (values: readonly CountedValue[] = []) => values.reduce((total, each) => total + each.count, 0);
  const cause = findMainCause({ before: sum(all?.before), now: sum(all?.now) }, lists);
  return cause && { ...cause, dimension: names[cause.dimension] };
}

async function countValues(
  reader: StatsReader,
  company: StatsCompanyRow,
  asked: { day: string; firstHour: number | null; metric: 'visitors' | 'visits'; now: Date },
): Promise<CountedValue[][]> {
  const { day, firstHour, metric, now } = asked;
  const { time_zone: timeZone } = company;
  const query = { from: day, to: day, compare: 'none' as const };
  const opened = await openQuestionOf({ reader }, company, { query, now, scope: wholeScope });
  const range =
    firstHour === null
      ? opened.period.range
      : toTimeRange(
          toInstant(day, firstHour, timeZone).getTime(),
          (firstHour + 2 < 24 ? toInstant(day, firstHour + 2, timeZone) : endOfDay(day, timeZone)).getTime(),
          timeZone,
        );
  const question = toQuestion({ filter: [], goal: undefined }, opened, range);
  const lists = causeDimensions.map(
    (dimension): AskedList => ({
      grouping: { by: 'visit-dimension', dimension },
      metrics: [metric],
      page: {
        sort: { metric, isDescending: true },
        ...{ limit: valuesMax, page: 1, digits: opened.digits },
      },
    }),
  );
  const answers = await reader.askLists(opened.dataset, question, lists);
  return answers.map((rows) =>
    rows.map((row) => ({
      value: row.key ?? '',
      count: Number(toMetricValues([metric], opened.digits, row)[metric] ?? 0),
    })),
  );
}
