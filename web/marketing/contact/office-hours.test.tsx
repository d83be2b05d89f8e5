// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type SupportHours, usualBrand } from '../../../contract/site/brand.ts';
import { readSiteSettingsWith } from '../../site/site-settings.ts';
import { OfficeHours } from './office-hours.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  readSiteSettingsWith(() => ({ brand: usualBrand }));
});

const afternoons: SupportHours = { from: 'Tue', to: 'Sat', opens: '12:00', closes: '20:00' };
const quarters: SupportHours = { from: 'Mon', to: 'Fri', opens: '08:45', closes: '17:15' };
const overWeekend: SupportHours = { from: 'Sat', to: 'Mon', opens: '09:00', closes: '18:00' };

// 2026-11-23 is a Monday. New York is five hours behind UTC, Tokyo nine ahead.
test.each<[now: string, hours: SupportHours, timeZone: string, shown: string, clock: string]>([
  ['2026-11-23T15:00Z', usualBrand.supportHours, 'America/New_York', 'Open now', '10:00 AM'],
  ['2026-11-23T15:00Z', afternoons, 'America/New_York', 'Closed now', '10:00 AM'],
  ['2026-11-24T16:59Z', afternoons, 'America/New_York', 'Closed now', '11:59 AM'],
  ['2026-11-24T17:00Z', afternoons, 'America/New_York', 'Open now', '12:00 PM'],
  ['2026-11-29T00:59Z', afternoons, 'America/New_York', 'Open now', '7:59 PM'],
  ['2026-11-29T01:00Z', afternoons, 'America/New_York', 'Closed now', '8:00 PM'],
  ['2026-11-23T08:44Z', quarters, 'UTC', 'Closed now', '8:44 AM'],
  ['2026-11-23T08:45Z', quarters, 'UTC', 'Open now', '8:45 AM'],
  ['2026-11-23T17:14Z', quarters, 'UTC', 'Open now', '5:14 PM'],
  ['2026-11-23T17:15Z', quarters, 'UTC', 'Closed now', '5:15 PM'],
  ['2026-11-22T12:00Z', overWeekend, 'UTC', 'Open now', '12:00 PM'],
  ['2026-11-24T12:00Z', overWeekend, 'UTC', 'Closed now', '12:00 PM'],
  ['2026-11-23T00:30Z', overWeekend, 'Asia/Tokyo', 'Open now', '9:30 AM'],
  ['2026-11-23T15:30Z', overWeekend, 'Asia/Tokyo', 'Closed now', '12:30 AM'],
])('at %s, hours of %j in %s are shown as %s', (now, supportHours, timeZone, shown, clock) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  readSiteSettingsWith(() => ({ brand: { ...usualBrand, supportHours, timeZone } }));
  render(<OfficeHours />);
  expect(screen.getByText(shown)).toBeDefined();
  expect(screen.getByText(`It is ${clock} here`)).toBeDefined();
});
