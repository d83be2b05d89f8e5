import { expect, test } from 'vitest';
import { otherValue } from '../../../contract/constants.ts';
import {
  noneValue,
  rowDimensions,
  unknownValue,
  visitDimensions,
} from '../../../contract/stats/model/dimensions.ts';
import { statsMetrics } from '../../../contract/stats/model/metrics.ts';
import { helpGroups } from './help-groups.ts';
import { visitorDay } from './visitor-day.tsx';

const entries = helpGroups.flatMap((group) => group.entries);
const ids = [
  ...helpGroups.map(({ id }) => id),
  ...entries.flatMap(({ id, alsoIds = [] }) => [id, ...alsoIds]),
];

test.each([...statsMetrics, 'live-visitors', 'days'])(
  'the metric %s has an explanation to link to',
  (metric) => {
    expect(ids).toContain(metric);
  },
);

test.each([...visitDimensions, ...rowDimensions, 'property'])(
  'the dimension %s has an explanation to link to',
  (dimension) => {
    expect(ids).toContain(dimension);
  },
);

test('every id leads to one place', () => {
  expect(new Set(ids).size).toBe(ids.length);
});

test('the values with a special meaning are explained under the names in which they are stored', () => {
  const terms = new Map(entries.map(({ id, term }) => [id, term]));
  expect([terms.get('none'), terms.get('unknown'), terms.get('other')]).toEqual([
    noneValue,
    unknownValue,
    otherValue,
  ]);
});

test('the example adds up to the numbers that the explanations name', () => {
  const views = visitorDay.flatMap((visit) => visit.views);
  const minutes = (at: string) => Number(at.slice(0, 2)) * 60 + Number(at.slice(3));
  const pauses = views.slice(1).map((view, index) => minutes(view.at) - minutes(views[index]?.at ?? ''));
  const examples = Object.fromEntries(entries.map(({ id, example }) => [id, example]));
  expect(pauses.filter((pause) => pause >= 30)).toEqual([201, 438]);
  expect(visitorDay.map(({ pauseBefore }) => pauseBefore)).toEqual([undefined, '3 h 21 min', '7 h 18 min']);
  expect(examples['page-views']).toBe(`${views.length} page views.`);
  expect(examples['views-per-visit']).toBe(`7 ÷ ${visitorDay.length} = ${(7 / 3).toFixed(1)}.`);
});
