import fc from 'fast-check';
import type { RawEvent } from '../../features/stats/recount/raw-rows.ts';
import { aRawEvent, localTime } from './raw-rows.ts';

/** Zones with the local days around which events happen: days on which clocks move, and ends of months. */
export const zones: Record<string, string[]> = {
  UTC: ['2026-02-28', '2026-05-31'],
  'Europe/Berlin': ['2026-03-29', '2025-10-26'],
  'Asia/Kolkata': ['2026-01-31', '2026-06-14'],
  'America/St_Johns': ['2026-03-08', '2025-11-02'],
  'Australia/Lord_Howe': ['2026-04-05', '2025-10-05'],
  // The zone skipped 30 December 2011, and moved its clocks for the last time in 2021.
  'Pacific/Apia': ['2011-12-31', '2021-04-04'],
  // Clocks move at midnight.
  'America/Havana': ['2026-03-08', '2025-11-02'],
};

const minute = 60_000_000;
const spanMinutes = 72 * 60;

/** Values that the events have and the questions ask for. Commas, colons, quotes and wildcards must not matter. */
export const pools = {
  path: ['/', '/blog', '/blog/a', '/Shop', "/o'neil, or: \\ 100%_", '/straße/日本'],
  host: ['shop.test', 'www.shop.test'],
  source: ['Google', 'Direct', 'ChatGPT'],
  referrerHost: ['', 'google.com', 'news.test'],
  referrerPath: [null, '/', '/item'],
  channel: ['Organic Search', 'Direct', 'AI Assistants'],
  campaign: [null, 'spring', 'Spring sale; DROP'],
  clickId: [null, 'gclid'],
  country: [null, 'DE', 'FR'],
  language: [null, 'de', 'en-GB'],
  browser: ['Chrome', 'Firefox', ''],
  version: [null, '142', '9'],
  device: ['desktop', 'mobile'],
  screen: [null, 'phone', 'laptop'],
  eventName: ['signup', 'Sign, up: "now"', 'cart'],
  propertyName: ['plan', 'a.b', 'constructor'],
  propertyValue: ['pro', 'free', 'a,b', 2, 1.5, -3, true, false],
} as const;

const anyOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values);

const properties = fc
  .array(fc.tuple(anyOf(pools.propertyName), anyOf(pools.propertyValue)), { maxLength: 3 })
  .map((entries) => (entries.length === 0 ? null : Object.fromEntries(entries)));

/** A row that happens some minutes after the dataset begins. */
const row = fc.record({
  // Times are mostly multiples of ten minutes, so that rows often meet and gaps are often exactly half an hour.
  minutes: fc.oneof(
    { weight: 5, arbitrary: fc.nat(spanMinutes / 10).map((tens) => tens * 10) },
    { weight: 1, arbitrary: fc.nat(spanMinutes) },
  ),
  micros: fc.oneof(
    { weight: 8, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: anyOf([1, -1, 999_999]) },
  ),
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('pageview') },
    { weight: 2, arbitrary: fc.constant('event') },
    { weight: 2, arbitrary: fc.constant('engagement') },
    { weight: 3, arbitrary: fc.constant('order') },
    { weight: 1, arbitrary: fc.constant('session') },
  ),
  visitor: fc.oneof(
    { weight: 6, arbitrary: anyOf(['-9223372036854775808', '-2', '3', '9007199254740993']) },
    { weight: 2, arbitrary: fc.constant(null) },
  ),
  age: fc.oneof({ weight: 7, arbitrary: fc.constant('new') }, { weight: 1, arbitrary: fc.constant('old') }),
  path: anyOf(pools.path),
  host: anyOf(pools.host),
  source: anyOf(pools.source),
  referrer_host: anyOf(pools.referrerHost),
  referrer_path: anyOf(pools.referrerPath),
  channel: anyOf(pools.channel),
  campaign: anyOf(pools.campaign),
  click_id: anyOf(pools.clickId),
  country: anyOf(pools.country),
  language: anyOf(pools.language),
  browser: anyOf(pools.browser),
  version: anyOf(pools.version),
  device: anyOf(pools.device),
  screen: anyOf(pools.screen),
  event_name: anyOf(pools.eventName),
  properties,
  engaged_ms: anyOf([1, 4_000, 6_000, 10_000, 3_600_000]),
  cents: fc.nat(9_999),
  isVerified: fc.boolean(),
  /** The currency of an order that is not the company's. */
  foreignCurrency: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('GBP') },
  ),
  /** Whether an order has no visitor, as when a server reports it. */
  isReportedByServer: fc.boolean(),
  /** False: an order without a row in `shop_orders`. */
  isCounted: fc.oneof(
    { weight: 9, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
});
export type GeneratedRow = typeof row extends fc.Arbitrary<infer Row> ? Row : never;

const index = fc.nat(1_000);
const store = fc.record({
  is: fc.constant('store' as const),
  rows: fc.array(row, { maxLength: 50, size: 'max' }),
  /** How the journal names what changed. */
  journal: anyOf(['ids', 'ids', 'ids', 'range'] as const),
});
/** Another amount counts, or a server verifies the order. */
const correct = fc.record({
  is: fc.constant('correct' as const),
  order: index,
  cents: fc.nat(9_999),
  isVerified: fc.boolean(),
});
/** A refund, with the dimensions of a row where the order had a visit; or a dispute that was won. */
const refund = fc.record({
  is: fc.constant('refund' as const),
  order: index,
  row,
  hasVisit: fc.boolean(),
  cents: fc.integer({ min: -2_000, max: 9_999 }),
});
const remove = fc.record({ is: fc.constant('remove' as const), order: index, keepsEvent: fc.boolean() });
/** A page reports an order that a server reported: its event replaces the server's. */
const replace = fc.record({ is: fc.constant('replace' as const), order: index, row });
const erase = fc.record({ is: fc.constant('erase' as const), event: index });
const change = fc.oneof(
  { weight: 2, arbitrary: correct },
  { weight: 3, arbitrary: refund },
  { weight: 2, arbitrary: remove },
  { weight: 1, arbitrary: replace },
  { weight: 1, arbitrary: erase },
);
/** Brings the segments up to date; sometimes also merges those of closed months. */
const build = fc.record({ is: fc.constant('build' as const), merges: fc.boolean() });

/** Mostly not there. */
const rareBuild = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: build.map((each) => [each]) },
);
/** Changes between two builds. */
const changes = fc.array(fc.oneof({ weight: 1, arbitrary: store }, { weight: 3, arbitrary: change }), {
  minLength: 1,
  maxLength: 5,
  size: 'max',
});
const phase = fc.tuple(build, changes).map(([before, after]) => [before, ...after]);

/** Steps of a dataset, in this order. Indices wrap around what exists then. */
const steps = fc
  .tuple(store, fc.array(phase, { maxLength: 3, size: 'max' }), rareBuild)
  .map(([first, phases, last]) => [first, ...phases.flat(), ...last]);
export type Step = typeof steps extends fc.Arbitrary<(infer Each)[]> ? Each : never;

export const generatedDataset = fc
  .constantFrom(
    ...Object.entries(zones).flatMap(([timeZone, days]) => days.map((day) => ({ timeZone, day }))),
  )
  .chain(({ timeZone, day }) =>
    fc.record({
      timeZone: fc.constant(timeZone),
      day: fc.constant(day),
      /** The first day of a week: 1 is Monday, 7 is Sunday. */
      weekStart: fc.integer({ min: 1, max: 7 }),
      steps,
    }),
  );
export type GeneratedDataset = typeof generatedDataset extends fc.Arbitrary<infer Dataset> ? Dataset : never;

/** The instant at which a dataset's first event may happen: a day before its special day. */
export const startOfDataset = ({ day, timeZone }: Pick<GeneratedDataset, 'day' | 'timeZone'>) =>
  localTime(day, timeZone) - 24 * 60 * minute;

/** The stored row. An order's number is the id of its first row. */
export function toRawEvent(dataset: GeneratedDataset, generated: GeneratedRow): RawEvent {
  const { kind, campaign, version, minutes, micros } = generated;
  const visitor = kind === 'order' && generated.isReportedByServer ? null : generated.visitor;
  const common = {
    kind,
    occurred_at: startOfDataset(dataset) + minutes * minute + micros,
    path: generated.path,
    referrer_host: generated.referrer_host,
    browser: generated.browser,
    os: generated.browser === 'Chrome' ? 'Windows' : 'Linux',
    device: generated.device,
  };
  // Before version 0.2 there were only page views and orders, and a session instead of a visitor.
  if (generated.age === 'old') {
    const event = aRawEvent({
      ...common,
      kind: kind === 'order' ? 'order' : 'pageview',
      host: null,
      source: null,
      channel: null,
      visitor_id: null,
      session_id: visitor === null ? null : `s${visitor}`,
    });
    return withOrderId(event);
  }
  return withOrderId(
    aRawEvent({
      ...common,
      visitor_id: visitor,
      host: generated.host,
      referrer_path: generated.referrer_host === '' ? null : generated.referrer_path,
      source: generated.source,
      channel: generated.channel,
      utm_source: campaign,
      utm_medium: campaign === null ? null : 'email',
      utm_campaign: campaign,
      utm_term: version,
      utm_content: campaign === null ? null : generated.source,
      click_id: generated.click_id,
      country: generated.country,
      region: generated.country === null ? null : `${generated.country}-1`,
      city: generated.country === 'DE' ? 'Köln' : null,
      language: generated.language,
      browser_version: version,
      os_version: generated.language === null ? null : '11',
      screen: generated.screen,
      event_name: kind === 'event' ? generated.event_name : null,
      properties: kind === 'event' ? generated.properties : null,
      engaged_ms: kind === 'engagement' ? generated.engaged_ms : null,
    }),
  );
}

/** The stored row of a refund. Its id is that of the refund. */
export function toRawRefund(
  dataset: GeneratedDataset,
  { row: generated, hasVisit, cents }: Extract<Step, { is: 'refund' }>,
  orderId: string,
): RawEvent {
  const event = toRawEvent(dataset, { ...generated, kind: 'pageview', age: 'new', visitor: null });
  return {
    ...event,
    ...{
      kind: 'refund',
      order_id: orderId,
      amount: (cents / 100).toFixed(2),
      event_name: `refund ${event.id}`,
    },
    path: hasVisit ? event.path : '',
  };
}

function withOrderId(event: RawEvent): RawEvent {
  return event.kind === 'order' ? { ...event, order_id: `order of ${event.id}` } : event;
}
