import { expect, test } from 'vitest';
import type { ViewPeriod } from '../../../../contract/stats/view.ts';
import { hasEnded } from './has-ended.ts';

test.each<[ViewPeriod, boolean]>([
  [{ period: 'today' }, false],
  [{ period: 'yesterday' }, true],
  [{ period: 'last-month' }, true],
  [{ period: 'all' }, false],
  [{ from: '2026-03-01', to: '2026-03-15' }, false],
  [{ from: '2026-03-01', to: '2026-03-14' }, true],
  [{ from: '2026-03-15T09:00', to: '2026-03-15T10:00' }, true],
  [{ from: '2026-03-15T10:00', to: '2026-03-15T11:00' }, false],
])('%j has ended: %s', (period, expected) => {
  expect(hasEnded(period, '2026-03-15T10:30')).toBe(expected);
});
