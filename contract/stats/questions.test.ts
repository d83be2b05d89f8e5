import { expect, test } from 'vitest';
import { formatFilter, type StatsFilter } from './filter.ts';
import { breakdownQuery, exportQuery, summaryQuery, timeseriesQuery } from './questions.ts';

const filtersOf = (filter: string | string[]) => summaryQuery.parse({ filter }).filter;

test.each<[string, StatsFilter]>([
  ['country:is:DE,FR', { subject: 'country', operator: 'is', values: ['DE', 'FR'] }],
  ['page:starts-with:/a:b', { subject: 'page', operator: 'starts-with', values: ['/a:b'] }],
  [String.raw`page:is:/a\,b,/c\\`, { subject: 'page', operator: 'is', values: ['/a,b', '/c\\'] }],
  ['property:a.b:is-not:,x', { subject: 'property:a.b', operator: 'is-not', values: ['', 'x'] }],
  ['saw-page:contains:Preis 😀', { subject: 'saw-page', operator: 'contains', values: ['Preis 😀'] }],
])('the filter %s is read, and written the same way', (text, filter) => {
  expect(filtersOf(text)).toEqual([filter]);
  expect(formatFilter(filter)).toBe(text);
});

test('filters may be repeated', () => {
  expect(filtersOf(['country:is:DE', 'did-event:is-not:sign-up'])).toHaveLength(2);
  expect(summaryQuery.parse({}).filter).toEqual([]);
});

test.each([
  ['', /Filter 1 needs/],
  ['country', /needs a dimension/],
  ['country:is', /needs a dimension/],
  ['toString:is:x', /unknown dimension/],
  ['property::is:x', /unknown dimension/],
  [`property:${'x'.repeat(41)}:is:x`, /unknown dimension/],
  [`property:a'b:is:x`, /unknown dimension/],
  ['country:like:%', /unknown operator/],
  ['country:contains:', /empty value/],
  [String.raw`country:is:\x`, /backslash/],
  ['country:is:\\', /backslash/],
  ['country:is:a\0', /control characters/],
  ['country:is:\ud800', /control characters/],
  [`country:is:${'x'.repeat(601)}`, /too long/],
  [`country:is:${'x,'.repeat(50)}`, /too many values/],
])('the filter %j is refused', (text, message) => {
  const parsed = summaryQuery.safeParse({ filter: text });
  expect(parsed.error?.issues[0]).toMatchObject({
    path: ['filter'],
    message: expect.stringMatching(message),
  });
});

test('an unknown dimension is refused with the names of the others', () => {
  const names = /^must be one of page, entry-page, .*event, or property:<name>$/;
  const asked = breakdownQuery.safeParse({ dimension: 'entry_page' });
  expect(asked.error?.issues[0]?.message).toMatch(names);
  const filtered = summaryQuery.safeParse({ filter: 'entry_page:is:/' });
  expect(filtered.error?.issues[0]?.message).toMatch(
    /known are page, .*saw-page, did-event and property:<name>\.$/,
  );
});

const valuesOf = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`).join(',');

test.each([
  ['20 filters of 50 values', Array(20).fill(`saw-page:contains:${valuesOf(50)}`), /100 values/],
  ['21 filters', Array(21).fill('country:is:DE'), /at most 20/],
  ['101 values', [...Array(2).fill(`country:is:${valuesOf(50)}`), 'source:is:Google'], /100 values/],
  ['26 searched values', [`page:contains:${valuesOf(20)}`, `page:starts-with:${valuesOf(6)}`], /25 values/],
  [
    'six filters of a visit',
    [...Array(3).fill('saw-page:is:/'), ...Array(3).fill('did-event:is:x')],
    /most 5/,
  ],
])('too much of filters that are right each for itself is refused: %s', (_, filter, message) => {
  const parsed = summaryQuery.safeParse({ filter });
  expect(parsed.error?.issues[0]).toMatchObject({
    path: ['filter'],
    message: expect.stringMatching(message),
  });
});

test('filters at every limit are accepted', () => {
  const filters = [
    `page:is-not:${valuesOf(50)}`,
    `source:is:${valuesOf(10)}`,
    ...Array(5).fill(`saw-page:contains:${valuesOf(5)}`),
    ...Array(13).fill('country:is:DE'),
  ];
  expect(filtersOf(filters)).toHaveLength(20);
});

const issueOf = (schema: { safeParse: typeof summaryQuery.safeParse }, given: Record<string, unknown>) => {
  const [issue] = schema.safeParse(given).error?.issues ?? [];
  return issue && [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.');
};

test.each<
  [string, typeof summaryQuery | typeof timeseriesQuery | typeof breakdownQuery, Record<string, unknown>]
>([
  ['period', summaryQuery, { period: '8d' }],
  ['period', summaryQuery, { period: ['7d', '7d'] }],
  ['period', summaryQuery, { period: '7d', from: '2026-01-01', to: '2026-01-02' }],
  ['from', summaryQuery, { to: '2026-01-02' }],
  ['to', summaryQuery, { from: '2026-01-02' }],
  ['from', summaryQuery, { from: '2026-02-30', to: '2026-03-01' }],
  ['from', summaryQuery, { from: '0000-01-01', to: '2026-03-01' }],
  ['from', summaryQuery, { from: '+275760-09-13', to: '2026-03-01' }],
  ['to', summaryQuery, { from: '2026-01-01', to: '2026-01-01T25:00' }],
  ['to', summaryQuery, { from: '2026-01-01', to: '2026-01-02T00:00' }],
  ['to', summaryQuery, { from: '2026-01-02', to: '2026-01-01' }],
  ['to', summaryQuery, { from: '2026-01-02T10:00', to: '2026-01-02T10:00' }],
  ['from', summaryQuery, { from: '1990-01-02', to: '2026-01-01' }],
  ['compare', summaryQuery, { compare: 'week' }],
  ['match', summaryQuery, { match: 'month' }],
  ['metrics', summaryQuery, { metrics: 'visits,__proto__' }],
  ['metrics', summaryQuery, { metrics: '' }],
  ['goal', summaryQuery, { metrics: 'goal-conversions' }],
  ['goal', summaryQuery, { goal: 'page:' }],
  ['goal', summaryQuery, { goal: 'country:DE' }],
  ['filters', summaryQuery, { filters: 'country:is:DE' }],
  ['constructor', summaryQuery, { constructor: 'x' }],
  ['dimension', summaryQuery, { dimension: 'source' }],
  ['interval', timeseriesQuery, { interval: 'second' }],
  ['dimension', breakdownQuery, {}],
  ['dimension', breakdownQuery, { dimension: 'saw-page' }],
  ['dimension', breakdownQuery, { dimension: 'entry_page' }],
  ['sort', breakdownQuery, { dimension: 'source', sort: '--visits' }],
  ['goal', breakdownQuery, { dimension: 'source', sort: 'goal-conversions' }],
  ['limit', breakdownQuery, { dimension: 'source', limit: '0' }],
  ['limit', breakdownQuery, { dimension: 'source', limit: '1001' }],
  ['limit', breakdownQuery, { dimension: 'source', limit: '1e2' }],
  ['page', breakdownQuery, { dimension: 'source', page: '-1' }],
  ['search', breakdownQuery, { dimension: 'source', search: 'x'.repeat(201) }],
])('a wrong %s is refused by its name: %#', (field, schema, given) => {
  expect(issueOf(schema, given)).toBe(field);
});

test('a file of hits is Parquet, and only that', () => {
  expect(issueOf(exportQuery, { of: 'hits', format: 'csv' })).toBe('format');
  expect(issueOf(exportQuery, { of: 'breakdown', format: 'parquet', dimension: 'page' })).toBe('format');
  expect(issueOf(exportQuery, { of: 'breakdown' })).toBe('dimension');
  expect(exportQuery.parse({ of: 'hits', format: 'parquet' })).toMatchObject({ of: 'hits' });
});

test('the defaults of a breakdown are the ten values with most visitors', () => {
  expect(breakdownQuery.parse({ dimension: 'source' })).toMatchObject({
    compare: 'none',
    filter: [],
    limit: 10,
    page: 1,
    sort: { metric: 'visitors', isDescending: true },
  });
});
