import { expect, test } from 'vitest';
import { clickIdKinds, screenClasses } from '../../../../contract/tracking.ts';
import { toLocalDay } from '../visitors/local-days.ts';
import { generateDemoEvents } from './demo-events.ts';
import { ordinaryShop } from './demo-site.ts';
import { createRandom } from './random.ts';

const now = new Date('2026-04-10T15:30:00Z');

function generate({ seed = 1, timeZone = 'Europe/Berlin', days = 28, visitorsPerDay = 60 } = {}) {
  const site = { ...ordinaryShop, host: 'shop.test', currency: 'EUR', visitorsPerDay, typicalOrder: 60 };
  return [...generateDemoEvents(createRandom(seed), { site, timeZone, days, now })];
}

test('the same seed gives the same events, another one others', () => {
  expect(generate({ days: 3 })).toEqual(generate({ days: 3 }));
  expect(generate({ days: 3, seed: 2 })).not.toEqual(generate({ days: 3 }));
});

test.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/St_Johns'])(
  'events are in order of time, in whole local days up to now, and a visitor belongs to one day: %s',
  (timeZone) => {
    const events = generate({ timeZone });
    const times = events.map(({ occurred_at }) => occurred_at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(now.getTime());
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const dates = new Set<string>();
    const dayOf = new Map<bigint, string>();
    for (const { kind, visitor_id, occurred_at } of events) {
      const { date } = toLocalDay(timeZone, occurred_at.getTime());
      dates.add(date);
      // A refund belongs to no visitor.
      if (kind === 'refund') continue;
      if (visitor_id == null) throw new Error('an event has no visitor');
      expect(dayOf.get(visitor_id) ?? date).toBe(date);
      dayOf.set(visitor_id, date);
    }
    // The clocks change on 29 March in Berlin.
    expect(dates.size).toBe(28);
    expect([...dates].at(-1)).toBe(toLocalDay(timeZone, now.getTime()).date);
  },
);

test('the hours of the company’s zone have their rhythm: few events at night, most in the evening', () => {
  const timeZone = 'Pacific/Auckland';
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { occurred_at } of generate({ timeZone, visitorsPerDay: 150 })) {
    const hour = Math.floor(
      (occurred_at.getTime() - toLocalDay(timeZone, occurred_at.getTime()).startMs) / 3_600_000,
    );
    hours[hour] = (hours[hour] ?? 0) + 1;
  }
  const sum = (from: number, to: number) => hours.slice(from, to).reduce((all, n) => all + n, 0);
  expect(sum(18, 22)).toBeGreaterThan(4 * sum(1, 5));
});

test('traffic grows over the period', () => {
  const events = generate({ days: 90 });
  const third = (n: number) =>
    events.filter(
      ({ occurred_at }) => Math.floor((90 - (now.getTime() - occurred_at.getTime()) / 86_400_000) / 30) === n,
    ).length;
  expect(third(2)).toBeGreaterThan(1.15 * third(0));
});

test('every visit begins with a page view, and few visits order', () => {
  const events = generate({ days: 60 });
  const tabs = new Map<bigint, typeof events>();
  for (const event of events.filter(({ kind }) => kind !== 'refund')) {
    const tab = event.tab_id ?? 0n;
    tabs.set(tab, [...(tabs.get(tab) ?? []), event]);
  }
  const first = [...tabs.values()].map(([event]) => event?.kind);
  expect(new Set(first)).toEqual(new Set(['pageview']));
  const orders = events.filter(({ kind }) => kind === 'order');
  expect(orders.length / tabs.size).toBeGreaterThan(0.01);
  expect(orders.length / tabs.size).toBeLessThan(0.06);
  expect(new Set(orders.map(({ order_id }) => order_id)).size).toBe(orders.length);
  const refunds = events.filter(({ kind }) => kind === 'refund');
  expect(refunds.length).toBeGreaterThan(0);
  for (const refund of refunds) {
    const order = orders.find(({ order_id }) => order_id === refund.order_id);
    expect(Number(refund.amount)).toBeLessThanOrEqual(Number(order?.amount));
    expect(refund.occurred_at.getTime()).toBeGreaterThan(
      order?.occurred_at.getTime() ?? Number.POSITIVE_INFINITY,
    );
  }
  for (const { amount, currency } of orders) {
    expect(amount).toMatch(/^\d+\.\d\d$/);
    expect(currency).toBe('EUR');
  }
});

test('every dimension has several values that ingestion could have stored', () => {
  const events = generate({ days: 60 });
  const values = (read: (event: (typeof events)[number]) => unknown) => new Set(events.map(read));
  expect(values(({ channel }) => channel)).toEqual(
    new Set([
      'Direct',
      'Organic Search',
      'Paid',
      'Social',
      'Email',
      'Referral',
      'AI Assistants',
      'Affiliate',
    ]),
  );
  expect(values(({ source }) => source).size).toBeGreaterThan(10);
  expect(values(({ event_name }) => event_name).size).toBeGreaterThan(4);
  for (const screen of values((event) => event.screen)) expect(screenClasses).toContain(screen);
  for (const clickId of values((event) => event.click_id))
    expect([undefined, ...clickIdKinds]).toContain(clickId);
  for (const { country, kind, engaged_ms } of events) {
    expect(country).toMatch(/^[A-Z]{2}$/);
    if (kind === 'engagement') expect(engaged_ms).toBeGreaterThan(0);
  }
});
