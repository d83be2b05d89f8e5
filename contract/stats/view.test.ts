import { expect, test } from 'vitest';
import { readPortalView, toStatsQuery, writePortalView } from './view.ts';

const read = (text: string) => readPortalView(new URLSearchParams(text));
const rewrite = (text: string) => writePortalView(read(text), new URLSearchParams(text)).toString();

test('an address without parameters is 30 days compared with the same weekdays before', () => {
  expect(read('')).toEqual({
    period: { period: '30d' },
    compare: 'previous',
    match: 'weekday',
    filters: [],
    orders: 'all',
  });
  expect(toStatsQuery(read('')).toString()).toBe('period=30d&compare=previous');
});

test.each([
  'period=this-month&compare=year&filter=country%3Ais%3ADE%2CFR&filter=source%3Ais-not%3AGoogle',
  'from=2026-01-01&to=2026-01-31&compare=none',
  'period=7d&match=date',
  'filter=country%3Ais%3ADE&orders=verified',
  'from=2026-01-01T15%3A00&to=2026-01-01T16%3A00',
])('an address is read and written the same way: %s', (text) => {
  expect(rewrite(text)).toBe(text);
});

test('the period that is usual for a company is that of an address without one, and is not written', () => {
  const search = new URLSearchParams();
  expect(readPortalView(search, '7d').period).toEqual({ period: '7d' });
  expect(readPortalView(new URLSearchParams('period=8d'), '7d').period).toEqual({ period: '7d' });
  const month = { ...readPortalView(search), period: { period: '30d' as const } };
  expect(writePortalView(month, search, '7d').toString()).toBe('period=30d');
  expect(writePortalView({ ...month, period: { period: '7d' } }, search, '7d').toString()).toBe('');
});

test.each([
  'period=8d',
  'compare=week',
  'match=month',
  'orders=all',
  'orders=reported',
  'filter=nonsense',
  'from=2026-01-31&to=2026-01-01',
  'from=2026-02-30&to=2026-03-01',
])('invalid parameters are replaced by the defaults: %s', (text) => {
  expect(read(text)).toEqual(read(''));
  expect(rewrite(text)).toBe('');
});

test('of filters that no question may have together, an address shows those that are asked for', () => {
  const many = Array.from({ length: 8 }, (_, index) => `filter=saw-page:is:/${index}`);
  expect(read([...many, 'filter=country:is:DE'].join('&')).filters).toHaveLength(6);
  const most = Array.from({ length: 30 }, (_, index) => `filter=page:is:/${index}`);
  expect(read(most.join('&')).filters).toHaveLength(20);
});

test('questions name the orders that count only when those are the verified ones', () => {
  expect(toStatsQuery(read('orders=verified')).get('orders')).toBe('verified');
  expect(toStatsQuery(read('orders=all')).has('orders')).toBe(false);
});

test('questions name how days are matched only when it is by date', () => {
  expect(toStatsQuery(read('match=date')).get('match')).toBe('date');
  expect(toStatsQuery(read('')).has('match')).toBe(false);
});

test('parameters that are not of the view stay', () => {
  const written = writePortalView(read('period=7d'), new URLSearchParams('pages=entry&period=all'));
  expect(written.toString()).toBe('pages=entry&period=7d');
});
