import { expect, test } from 'vitest';
import { type HealthFacts, toHealth } from './health.ts';

const now = new Date('2026-11-25T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const iso = (hours: number) => hoursAgo(hours).toISOString();
const well: HealthFacts = {
  failedSince: null,
  lastEventAt: hoursAgo(1),
  hasDemoData: false,
  rejections: [],
};
const refused: HealthFacts['rejections'] = [
  { reason: 'bot', count: 90, firstDay: '2026-11-19' },
  { reason: 'origin-mismatch', count: 5, firstDay: '2026-11-23' },
  { reason: 'currency-mismatch', count: 2, firstDay: '2026-11-21' },
];

test.each<[string, Partial<HealthFacts>, string, string | null]>([
  ['events and nothing else', {}, 'receiving', iso(1)],
  ['an event less than two days ago', { lastEventAt: hoursAgo(47.9) }, 'receiving', iso(47.9)],
  ['no event for two days', { lastEventAt: hoursAgo(48.1) }, 'silent', iso(48.1)],
  ['no event ever', { lastEventAt: null }, 'never-installed', null],
  ['demo data before the first event', { lastEventAt: null, hasDemoData: true }, 'demo-data', null],
  ['demo data next to events', { hasDemoData: true }, 'demo-data', null],
  ['demo data of a silent site', { lastEventAt: hoursAgo(90), hasDemoData: true }, 'silent', iso(90)],
  ['refused events', { rejections: refused }, 'events-refused', '2026-11-21T00:00:00.000Z'],
  [
    'refused events and demo data',
    { rejections: refused, hasDemoData: true },
    'events-refused',
    '2026-11-21T00:00:00.000Z',
  ],
  ['refused events of a silent site', { rejections: refused, lastEventAt: hoursAgo(60) }, 'silent', iso(60)],
  [
    'refused events before the first one',
    { rejections: refused, lastEventAt: null },
    'never-installed',
    null,
  ],
  ['a failure', { failedSince: hoursAgo(3) }, 'statistics-behind', iso(3)],
  [
    'a failure of a silent site',
    { failedSince: hoursAgo(3), lastEventAt: hoursAgo(60) },
    'statistics-behind',
    iso(3),
  ],
])('%s', (_, facts, state, since) => {
  expect(toHealth({ ...well, ...facts }, now)).toMatchObject({ state, since });
});

test('bots, spam and altered repeats are no fault of the site', () => {
  const harmless: HealthFacts['rejections'] = (['bot', 'spam-referrer', 'altered-repeat'] as const).map(
    (reason) => ({ reason, count: 1, firstDay: '2026-11-24' }),
  );
  expect(toHealth({ ...well, rejections: harmless }, now)).toMatchObject({
    state: 'receiving',
    rejections: [],
  });
});

test('refused events are listed with every state, most first', () => {
  const { state, rejections } = toHealth({ ...well, rejections: refused, failedSince: hoursAgo(1) }, now);
  expect(state).toBe('statistics-behind');
  expect(rejections).toEqual([
    { reason: 'origin-mismatch', count: 5 },
    { reason: 'currency-mismatch', count: 2 },
  ]);
});
