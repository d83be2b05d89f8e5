import { expect, test } from 'vitest';
import type { PendingEvents } from '../../../../contract/stats/answers.ts';
import { toPendingSentence } from './pending-sentence.ts';

const now = new Date('2026-11-23T15:00:00Z');
const newest = (countedUpTo: string, events: number): PendingEvents => ({
  kind: 'newest',
  countedUpTo,
  events,
});
const preparing = (...counted: [first: string, last: string][]): PendingEvents => ({
  kind: 'preparing',
  counted: counted.map(([first, last]) => ({ first, last })),
});

test.each([
  [newest('2026-11-23T10:42:00.000Z', 40_000), /^Counted up to 10:42 AM\. The newest 40,000 events follow/],
  [newest('2026-11-23T10:42:00.000Z', 0), /^Counted up to 10:42 AM\. Newer events follow/],
  // A moment of another day.
  [newest('2026-11-22T22:05:00.000Z', 2), /^Counted up to Nov 22, 2026, 10:05 PM\. The newest 2 events/],
  [preparing(), /^The statistics are being prepared\. The first numbers follow/],
  [preparing(['2026-11-12', '2026-11-12']), /So far they count Nov 12, 2026; this/],
  [preparing(['2026-11-01', '2026-11-12']), /So far they count Nov 1, 2026 to Nov 12, 2026; this/],
  [
    preparing(['2026-10-01', '2026-10-31'], ['2026-11-12', '2026-11-20']),
    /Oct 1, 2026 to Nov 20, 2026, with gaps;/,
  ],
] as const)('what is not counted is one sentence (%j)', (pending, sentence) => {
  expect(toPendingSentence(pending, 'UTC', now).replaceAll(/\s/g, ' ')).toMatch(sentence);
});

test('the time is the company’s', () => {
  const pending = newest('2026-11-23T10:42:00.000Z', 5);
  expect(toPendingSentence(pending, 'Asia/Kolkata', now).replaceAll(/\s/g, ' ')).toContain('4:12 PM');
});
