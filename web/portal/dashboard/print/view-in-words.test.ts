import { expect, test } from 'vitest';
import { readPortalView } from '../../../../contract/stats/view.ts';
import { type StatsFile, toExportPath } from '../../api/stats-files.ts';
import { formatNoteTime, toLocalFields } from '../notes/note-times.ts';
import { formatRange } from './view-in-words.ts';

test('a range is named with its last day, in the time zone of the company', () => {
  const october = { from: '2026-09-30T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z' };
  expect(formatRange(october, 'Europe/Berlin', false)).toMatch(/1.*31.*2026/);
  expect(formatRange(october, 'Europe/Berlin', false)).not.toMatch(/Sep|Nov/);
});

test('fields of a note have the clock of the company, also on the day clocks change', () => {
  const toFields = (at: string) => toLocalFields(new Date(at), 'Europe/Berlin');
  expect(toFields('2026-10-25T00:30:00Z')).toEqual({ date: '2026-10-25', time: '02:30' });
  expect(toFields('2026-10-24T22:00:00Z')).toEqual({ date: '2026-10-25', time: '00:00' });
});

test('the start of a day is shown without a time', () => {
  expect(formatNoteTime('2026-10-24T22:00:00Z', 'Europe/Berlin')).not.toContain(':');
  expect(formatNoteTime('2026-10-24T22:30:00Z', 'Europe/Berlin')).toContain(':30');
});

test('files have the filters of the view, except raw rows', () => {
  const view = readPortalView(new URLSearchParams('period=7d&filter=country:is:DE'));
  const search = (file: StatsFile) => new URL(toExportPath('c', view, file), 'http://x').searchParams;
  expect(Object.fromEntries(search({ of: 'page', format: 'csv' }))).toMatchObject({
    ...{ of: 'breakdown', dimension: 'page', limit: '1000', period: '7d', filter: 'country:is:DE' },
  });
  const hits = search({ of: 'hits', format: 'parquet' });
  expect([hits.get('of'), hits.get('filter'), hits.get('metrics')]).toEqual(['hits', null, null]);
});
