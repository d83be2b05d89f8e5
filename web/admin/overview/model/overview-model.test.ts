import { expect, test } from 'vitest';
import type { Health } from '../../../../contract/company/overview.ts';
import { anAdminCompany, anId, anOverviewRow } from '../../../testing/admin-builders.ts';
import { type Figures, toFigures, toWaitMs } from '../figures/figures-query.ts';
import { isInGroup, listGroups, toWithGroup } from './groups.ts';
import { toHealthLine } from './health-line.ts';
import { readColumns, readSort } from './overview-address.ts';
import type { Listed } from './overview-columns.ts';
import { sortCompanies } from './sort-companies.ts';
import { sumCompanies } from './sum-companies.ts';

const figuresOf = (...given: Parameters<typeof anOverviewRow>): Figures =>
  toFigures(anOverviewRow(...given), undefined, 1);

const aListed = (
  name: string,
  figures?: Figures,
  fields: Parameters<typeof anAdminCompany>[0] = {},
): Listed => ({
  company: anAdminCompany({ name, ...fields }),
  figures,
});
const namesOf = (listed: readonly Listed[]) => listed.map(({ company }) => company.name);

test('rows are sorted by a figure, equal ones by name, and those without it come last', () => {
  const listed = [
    aListed('Zeder', figuresOf(1, { current: { visitors: 5 } })),
    aListed('Not counted'),
    aListed('Birke', figuresOf(2, { current: { visitors: 9 } })),
    aListed('Ahorn', figuresOf(3, { current: { visitors: 5 } })),
  ];
  expect(namesOf(sortCompanies(listed, { by: 'visitors', isDescending: true }))).toEqual([
    ...['Birke', 'Ahorn', 'Zeder', 'Not counted'],
  ]);
  expect(namesOf(sortCompanies(listed, { by: 'visitors', isDescending: false }))).toEqual([
    ...['Ahorn', 'Zeder', 'Birke', 'Not counted'],
  ]);
  expect(namesOf(sortCompanies(listed, { by: 'name', isDescending: true }))).toEqual([
    ...['Zeder', 'Not counted', 'Birke', 'Ahorn'],
  ]);
});

test('revenue is compared only within a currency', () => {
  const listed = [
    aListed('Small dollars', figuresOf(1, { current: { revenue: 1 } }), { currency: 'USD' }),
    aListed('Many yen', figuresOf(2, { current: { revenue: 90_000 } }), { currency: 'JPY' }),
    aListed('Many dollars', figuresOf(3, { current: { revenue: 500 } }), { currency: 'USD' }),
    aListed('Few yen', figuresOf(4, { current: { revenue: 700 } }), { currency: 'JPY' }),
  ];
  expect(namesOf(sortCompanies(listed, { by: 'revenue', isDescending: true }))).toEqual([
    ...['Many yen', 'Few yen', 'Many dollars', 'Small dollars'],
  ]);
});

test('the most serious state of a site comes first, and a new visitor is the largest change', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const silent: Health = { state: 'silent', since: at, rejections: [] };
  const listed = [
    aListed('Well', figuresOf(1, { current: { visitors: 10 }, before: { visitors: 5 } })),
    aListed('Silent', figuresOf(2, { current: { visitors: 1 } }, { health: silent })),
    aListed('Nothing', figuresOf(3)),
  ];
  expect(namesOf(sortCompanies(listed, { by: 'health', isDescending: true }))).toEqual([
    ...['Silent', 'Nothing', 'Well'],
  ]);
  expect(namesOf(sortCompanies(listed, { by: 'change', isDescending: true }))).toEqual([
    ...['Silent', 'Well', 'Nothing'],
  ]);
});

test('visitors and orders are added up, revenue for each currency, and demo data is left out', () => {
  const sum = sumCompanies([
    aListed(
      'A',
      figuresOf(1, { current: { visitors: 10, orders: 2, revenue: 30.5 }, before: { visitors: 8 } }),
    ),
    aListed('B', figuresOf(2, { current: { visitors: 5, orders: 1, revenue: 1000 } }), { currency: 'JPY' }),
    aListed('C', figuresOf(3, { current: { visitors: 1, orders: 1, revenue: 9.5 } })),
    aListed('No shop', figuresOf(4, { current: { visitors: 4 } }), { currency: 'GBP' }),
    aListed('Demo', figuresOf(5, { source: 'simulated', current: { visitors: 999, orders: 9, revenue: 9 } })),
    aListed('Not counted'),
  ]);
  expect(sum).toEqual({
    ...{ visitors: 20, visitorsBefore: 8, orders: 4, counted: 4, withDemoData: 1 },
    revenue: [
      { currency: 'USD', companies: 2, revenue: 40 },
      { currency: 'JPY', companies: 1, revenue: 1000 },
    ],
  });
  const withoutComparison = sumCompanies([aListed('A', figuresOf(1, { before: null }))]);
  expect(withoutComparison.visitorsBefore).toBeNull();
});

test('known counts stay while the server counts again, with their time', () => {
  const counted = toFigures(anOverviewRow(1, { current: { visitors: 3 } }), undefined, 100);
  const pending = toFigures(anOverviewRow(1, {}, { counts: null, live: 2 }), counted, 200);
  expect(pending).toMatchObject({ countedAt: 100, attempts: 1, row: { live: 2 } });
  expect(pending.counts?.current.visitors).toBe(3);
  expect(toFigures(anOverviewRow(1, {}, { counts: null }), pending, 300).attempts).toBe(2);
  expect(toFigures(anOverviewRow(1), pending, 300)).toMatchObject({ countedAt: 300, attempts: 0 });
  expect([1, 2, 3, 10].map(toWaitMs)).toEqual([500, 1000, 2000, 8000]);
});

test('the address is read without being refused', () => {
  expect(readSort('-revenue')).toEqual({ by: 'revenue', isDescending: true });
  expect(readSort('name')).toEqual({ by: 'name', isDescending: false });
  for (const text of [null, '', '-', 'toString', '-constructor', 'visitors '])
    expect(readSort(text)).toBeNull();
  expect(readColumns(null)).toBeNull();
  expect(readColumns('revenue,visitors,elsewhere')).toEqual(['visitors', 'revenue']);
  expect(readColumns('')).toEqual([]);
});

test('groups are the same whatever their case, and are listed by name', () => {
  const companies = [{ groups: ['Retail', 'b2b'] }, { groups: ['retail'] }, { groups: [] }];
  expect(listGroups(companies)).toEqual([
    { name: 'b2b', count: 1 },
    { name: 'Retail', count: 2 },
  ]);
  expect(companies.map((company) => isInGroup(company, 'RETAIL'))).toEqual([true, true, false]);
  expect(toWithGroup(['b2b'], ' RETAIL ', ['Retail'])).toEqual(['b2b', 'Retail']);
  expect(toWithGroup(['Retail'], 'retail', [])).toBeUndefined();
  expect(toWithGroup([], '   ', [])).toBeUndefined();
});

test('every state of a site has its text and its next step', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const lineOf = (health: Partial<Health>, fields = {}) => {
    const full: Health = { state: 'receiving', since: at, rejections: [], ...health };
    return toHealthLine(aListed('A', figuresOf(1, {}, { health: full, lastEventAt: at, ...fields })));
  };
  const company = anAdminCompany().id;
  expect(lineOf({})).toMatchObject({ label: 'Receiving', time: { at }, step: null });
  expect(lineOf({ state: 'silent' })).toMatchObject({
    label: 'Silent',
    step: { to: `/tracking-script/${company}/received` },
  });
  expect(
    lineOf({ state: 'events-refused', rejections: [{ reason: 'origin-mismatch', count: 1204 }] }),
  ).toMatchObject({ label: 'Events rejected', detail: '1,204 from another host' });
  expect(lineOf({ state: 'never-installed', since: null }).step?.to).toBe(`/tracking-script/${company}`);
  expect(lineOf({ state: 'never-installed', since: null }, { setup: { done: 2, of: 5 } }).step).toEqual({
    label: 'Set up: 2 of 5',
    to: `/admin/companies/${company}/setup`,
  });
  expect(lineOf({}, { setup: { done: 5, of: 5 } }).step).toBeNull();
  expect(lineOf({ state: 'statistics-behind' })).toMatchObject({ time: { before: 'since', at } });
  expect(anId(1)).toBe(company);
});
