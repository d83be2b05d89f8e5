import { expect, test } from 'vitest';
import { addDays } from '../../../../../contract/rules/dates/calendar-days.ts';
import { examineDay } from './examine-day.ts';
import { type HistoryDay, hoursOfDay } from './history.ts';

/** Nine weeks of a shop with about 120 visitors and 30 orders a day, without chance. */
function aShop(last: Partial<HistoryDay>): { history: HistoryDay[]; day: string } {
  const history = Array.from({ length: 64 }, (_, index): HistoryDay => {
    const visitors = 116 + ((index * 7) % 9);
    const orders = 29 + (index % 3);
    return {
      ...{ day: addDays('2026-09-01', index), visitors, hits: 3 * visitors, refunds: 0, rejected: 0 },
      ...{ visits: Array.from({ length: hoursOfDay }, () => visitors / hoursOfDay), revenue: 20 * orders },
      orders: Array.from({ length: hoursOfDay }, (_, hour) => (hour === 12 ? orders : 0)),
    };
  });
  const day = history.at(-1)?.day ?? '';
  return { history: history.map((each) => (each.day === day ? { ...each, ...last } : each)), day };
}

const lost = { visitors: 0, hits: 0, revenue: 0, refunds: 9, rejected: 300 };
const none = new Set<string>();

function listKinds(
  given: Partial<HistoryDay>,
  toKnown: (day: Set<string>) => Parameters<typeof examineDay>[2],
) {
  const { history, day } = aShop(given);
  return examineDay(history, history.length - 1, toKnown(new Set([day]))).map(({ kind }) => kind);
}

test('everything about a lost day is found', () => {
  const found = listKinds(lost, () => ({ excluded: none, explained: none }));
  expect(found).toEqual(['drop', 'revenue-drop', 'refunds', 'rejected-events']);
});

test('of a day with an alert about its visitors, everything else is found', () => {
  const found = listKinds(lost, (day) => ({ excluded: day, explained: none }));
  expect(found).toEqual(['revenue-drop', 'refunds', 'rejected-events']);
});

test('of a day with a note or a silence, refunds and rejected events are found', () => {
  const found = listKinds(lost, (day) => ({ excluded: day, explained: day }));
  expect(found).toEqual(['refunds', 'rejected-events']);
});

test('nothing about a usual day is found, excluded or not', () => {
  for (const explained of [true, false]) {
    expect(listKinds({}, (day) => ({ excluded: day, explained: explained ? day : none }))).toEqual([]);
  }
});
