import { expect, test } from 'vitest';
import { addDays, countDays } from './calendar-days.ts';

test.each([
  ['2026-11-25', 0, '2026-11-25'],
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-01-01', -1, '2026-12-31'],
  ['2026-01-01', 365, '2027-01-01'],
  // Clocks are changed in between, which does not matter to dates.
  ['2026-03-28', 2, '2026-03-30'],
])('%s and %i days are %s', (date, days, later) => {
  expect(addDays(date, days)).toBe(later);
  expect(countDays(date, later)).toBe(days + 1);
});
