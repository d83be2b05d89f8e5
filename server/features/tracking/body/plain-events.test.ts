import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clickIdKinds, screenClasses, trackingEvent } from '../../../../contract/tracking.ts';
import { toPlainEvent } from './plain-events.ts';

const companyId = '3f0c0a51-9c1e-4f7b-8a60-5a1f0a2b3c4d';
const id = '019a8f3e-1234-7abc-8def-0123456789ab';

/** Values that fields may hold by mistake or by intent. */
const hostile = fc.constantFrom<unknown>(
  undefined,
  null,
  true,
  '',
  ' ',
  0,
  -0,
  -1,
  1.5,
  2 ** 53 + 1,
  86_400_000,
  86_400_001,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  [],
  {},
  ['phone'],
  'a\u0000b',
  '\u001b[31m',
  'a\nb',
  'a\n',
  '\ud800',
  'ü',
  '\u202egnp.exe',
  '\ufeff',
  '\u007f',
  'x'.repeat(100),
  'x'.repeat(101),
  'x'.repeat(300),
  'x'.repeat(301),
  'x'.repeat(2_049),
  'https://shop.test/a?b#c',
  'HTTPS://shop.test',
  'http:///a',
  'https://',
  ' https://shop.test',
  'javascript:alert(1)',
  companyId.toUpperCase(),
  id,
  `${id}\n`,
  '00000000-0000-0000-0000-000000000000',
  'en-GB',
  'en_GB',
  'phone',
  'toString',
  '__proto__',
  'gclid',
);

const field = <Value>(valid: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 30, arbitrary: valid }, { weight: 1, arbitrary: hostile });
const text = fc.oneof(
  { weight: 12, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 10 }) },
);
const optional = <Value>(valid: fc.Arbitrary<Value>) => fc.option(field(valid), { nil: undefined, freq: 2 });

const metadata = fc.record({
  url: field(fc.constantFrom('https://shop.test/', 'http://www.shop.test/a/b?c=d', 'https://shop.test/ü')),
  referrer: optional(fc.constantFrom('', 'https://www.google.com/', 'android-app://com.google')),
  hashPath: optional(fc.constantFrom('/pricing', '')),
  sessionId: optional(fc.constantFrom('s1', 'a b')),
  visitorId: optional(fc.constantFrom('v1', null)),
  language: optional(fc.constantFrom('en-GB', 'de')),
  screen: optional(fc.constantFrom(...screenClasses)),
  utmSource: optional(text),
  utmMedium: optional(text),
  utmCampaign: optional(text),
  utmTerm: optional(text),
  utmContent: optional(text),
  clickId: optional(fc.constantFrom(...clickIdKinds)),
  engagedMs: fc.option(field(fc.nat()), { nil: undefined, freq: 1 }),
  isLeaving: fc.option(field(fc.boolean()), { nil: undefined, freq: 1 }),
  name: fc.option(field(text), { nil: undefined, freq: 1 }),
  timestamp: optional(text),
});

const event = fc.record({
  id: optional(fc.constant(id)),
  companyId: field(fc.constant(companyId)),
  eventType: field(fc.constantFrom('pageview', 'session', 'engagement', 'event', 'order')),
  metricName: optional(fc.constantFrom('page_views', 'users', 'x')),
  metricValue: optional(fc.constantFrom(1, 0.5)),
  metadata: field(metadata),
  // Rare, because the schema decides every event with an unknown field.
  extra: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: text }),
});

/** As the body arrives: without undefined, with what JSON cannot hold left out. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');

test('an event recognized without the schema is exactly what the schema makes of it', () => {
  let recognized = 0;
  fc.assert(
    fc.property(fc.oneof({ weight: 20, arbitrary: event }, hostile, fc.jsonValue()), (given) => {
      const json = asJson(given);
      const plain = toPlainEvent(json);
      if (plain === undefined) return;
      recognized += 1;
      // Strict, so that an undefined field differs from an absent one.
      expect(plain).toStrictEqual(trackingEvent.parse(json));
    }),
    { numRuns: 6_000 },
  );
  expect(recognized).toBeGreaterThan(100);
});

test('numbers that JSON cannot hold are left to the schema', () => {
  const given = { companyId, eventType: 'pageview', metadata: { url: 'https://shop.test/' } };
  expect(toPlainEvent(given)).toBeDefined();
  for (const metricValue of [JSON.parse('1e309'), Number.NaN])
    expect(toPlainEvent({ ...given, metricValue })).toBeUndefined();
});

test('keys of prototypes are neither read nor kept', () => {
  const given = `{"companyId":"${companyId}","eventType":"pageview","__proto__":{"metadata":{"url":"https://shop.test/"}}}`;
  expect(toPlainEvent(JSON.parse(given))).toBeUndefined();
  const within = `{"companyId":"${companyId}","eventType":"pageview","metadata":{"url":"https://shop.test/","__proto__":{"sessionId":"s"},"constructor":1}}`;
  expect(toPlainEvent(JSON.parse(within))).toBeUndefined();
});

test('an event with a field that is not known here is left to the schema', () => {
  const visit = { companyId, eventType: 'pageview', metadata: { url: 'https://shop.test/', theme: 'dark' } };
  expect(toPlainEvent(visit)).toBeUndefined();
});

test('what the tracking script sends is recognized', () => {
  const visit = {
    url: 'https://shop.test/a',
    referrer: 'https://www.google.com/',
    sessionId: 's',
    visitorId: 'v',
    language: 'en-GB',
    screen: 'phone',
    userAgent: 'Mozilla/5.0',
    timestamp: '2026-11-05T10:00:00.000Z',
  };
  const send = (eventType: string, metadata: object) =>
    toPlainEvent({ id, companyId, eventType, metricValue: 1, metadata });
  expect(send('pageview', visit)?.eventType).toBe('pageview');
  expect(send('session', { ...visit, visitorId: null })?.eventType).toBe('session');
  expect(send('engagement', { ...visit, engagedMs: 5, isLeaving: true })?.metadata).toEqual({
    url: visit.url,
    sessionId: 's',
    visitorId: 'v',
    engagedMs: 5,
    isLeaving: true,
  });
});
