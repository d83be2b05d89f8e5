import { describe, expect, test } from 'vitest';
import { describeFilter } from '../../../signed-in/tokens/describe-filter.ts';
import { toDateIn, toEndOfDay } from './expiry.ts';
import { newFilterDraft, readFilterDraft, readFilterDrafts, toFilterDrafts } from './fixed-filters.ts';

describe('the last day of an access', () => {
  test.each([
    ['2026-11-30', 'UTC', '2026-11-30T23:59:59.000Z'],
    ['2026-11-30', 'Europe/Berlin', '2026-11-30T22:59:59.000Z'],
    ['2026-07-01', 'Europe/Berlin', '2026-07-01T21:59:59.000Z'],
    ['2026-11-30', 'Asia/Tokyo', '2026-11-30T14:59:59.000Z'],
    ['2026-11-30', 'America/New_York', '2026-12-01T04:59:59.000Z'],
    // The clocks change on these days.
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.000Z'],
  ])('%s in %s ends at %s', (date, zone, instant) => {
    expect(toEndOfDay(date, zone)).toBe(instant);
    expect(toDateIn(Date.parse(instant), zone)).toBe(date);
  });
});

describe('a fixed filter', () => {
  const draft = (values: string) => ({ ...newFilterDraft(), values });

  test('is read from values between commas, without the spaces around them', () => {
    expect(readFilterDraft(draft(' shop.test , blog.test,'))).toBe('host:is:shop.test,blog.test');
  });

  test('keeps a comma of a value, which has a backslash before it, when it is edited again', () => {
    const stored = 'page-title:is:Tea\\, green,Coffee';
    const [again] = toFilterDrafts([stored.replace('page-title', 'page')]);
    expect(again && readFilterDraft(again)).toBe('page:is:Tea\\, green,Coffee');
  });

  test.each(['', '  ', ' , '])('without a value is refused: %j', (values) => {
    expect(readFilterDraft(draft(values))).toMatchObject({ problem: expect.stringContaining('value') });
  });

  test('is described with the labels of the portal', () => {
    expect(describeFilter('country:is-not:DE,AT')).toBe('Country is not DE or AT');
  });
});

describe('a stored filter that cannot be read', () => {
  const stored = ['host:is:shop.test, blog.test', 'colour:is:red'];
  const [readable, unreadable] = toFilterDrafts(stored);
  if (!readable || !('values' in readable) || !unreadable) throw new Error('a filter is missing');

  test('is in the form as it is stored', () => {
    expect(unreadable).toEqual({ id: unreadable.id, stored: 'colour:is:red' });
  });

  test('is kept while no filter is changed, because the access would show more without it', () => {
    expect(readFilterDrafts([readable, unreadable], stored)).toEqual({ filters: stored });
  });

  test.each([
    ['another is changed', [{ ...readable, values: 'shop.test' }, unreadable]],
    ['another is removed', [unreadable]],
    ['another is added', [readable, unreadable, { ...newFilterDraft(), values: 'a.test' }]],
  ])('is named as the problem when %s', (_, drafts) => {
    expect(readFilterDrafts(drafts, stored)).toEqual({
      problems: { [unreadable.id]: expect.stringContaining('“colour:is:red”') },
    });
  });

  test('is gone after it was removed', () => {
    expect(readFilterDrafts([readable], stored)).toEqual({ filters: ['host:is:shop.test,blog.test'] });
  });
});
