import { expect, test } from 'vitest';
import type { ViewPeriod } from '../../contract/stats/view.ts';
import { stepPeriod } from './step-period.ts';

const today = '2026-03-15';

test.each<[string, ViewPeriod, ViewPeriod | undefined]>([
  ['today', { period: 'today' }, { period: 'yesterday' }],
  ['yesterday', { period: 'yesterday' }, { from: '2026-03-13', to: '2026-03-13' }],
  ['7 days', { period: '7d' }, { from: '2026-03-02', to: '2026-03-08' }],
  ['this month', { period: 'this-month' }, { period: 'last-month' }],
  ['last month', { period: 'last-month' }, { from: '2026-01-01', to: '2026-01-31' }],
  ['12 months', { period: '12mo' }, { from: '2024-04-01', to: '2025-03-31' }],
  ['a whole month', { from: '2026-01-01', to: '2026-01-31' }, { from: '2025-12-01', to: '2025-12-31' }],
  ['days', { from: '2026-03-01', to: '2026-03-03' }, { from: '2026-02-26', to: '2026-02-28' }],
  [
    'an hour',
    { from: '2026-03-01T00:00', to: '2026-03-01T01:00' },
    { from: '2026-02-28T23:00', to: '2026-03-01T00:00' },
  ],
  ['all', { period: 'all' }, undefined],
])('the period before %s', (_, period, expected) => {
  expect(stepPeriod(period, -1, today)).toEqual(expected);
});

test.each<[string, ViewPeriod, ViewPeriod | undefined]>([
  ['today', { period: 'today' }, undefined],
  ['yesterday', { period: 'yesterday' }, { period: 'today' }],
  ['last month', { period: 'last-month' }, { period: 'this-month' }],
  ['the seven days before', { from: '2026-03-02', to: '2026-03-08' }, { period: '7d' }],
  ['a month', { from: '2026-01-01', to: '2026-01-31' }, { period: 'last-month' }],
])('the period after %s', (_, period, expected) => {
  expect(stepPeriod(period, 1, today)).toEqual(expected);
});
