import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrackingEventInput } from '../../../contract/tracking.ts';
import { aCompany, anEventId, track } from '../../testing/builders.ts';
import { expectOrdersMatchEvents, sumEvents } from '../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let second: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
  second = await buildTestApp({ databaseUrl: t.databaseUrl });
  // It removes what it has read from the journal.
  for (const { server } of [t, second]) await server.segments.builder.stop();
});
afterAll(async () => {
  await second.close();
  await t.close();
});

type Draft =
  | { kind: 'pageview'; session: number | undefined; path: string; hoursAgo: number }
  | { kind: 'session'; session: number }
  | { kind: 'order'; order: number; cents: number };

const draft: fc.Arbitrary<Draft> = fc.oneof(
  fc.record({
    kind: fc.constant('pageview' as const),
    session: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
    path: fc.constantFrom('/', '/a', '/b?x=1', '/ü'),
    hoursAgo: fc.constantFrom(0, 1, 23, 30),
  }),
  fc.record({ kind: fc.constant('session' as const), session: fc.nat({ max: 5 }) }),
  fc.record({
    kind: fc.constant('order' as const),
    order: fc.nat({ max: 6 }),
    cents: fc.integer({ min: 0, max: 100_000 }),
  }),
);

function toEvent(companyId: string, given: Draft): TrackingEventInput {
  const url = 'https://shop.test/';
  if (given.kind === 'order') {
    // Each order has one amount, so that the sum does not depend on which report came first.
    const amount = (given.order * 1_999) / 100;
    return {
      id: anEventId(),
      companyId,
      eventType: 'order',
      metadata: { orderId: `A-${given.order}`, amount },
    };
  }
  const sessionId = given.session === undefined ? undefined : `s${given.session}`;
  if (given.kind === 'session') {
    return {
      id: anEventId(),
      companyId,
      eventType: 'session',
      metadata: { url, sessionId: sessionId ?? '' },
    };
  }
  const id = anEventId(new Date(Date.now() - given.hoursAgo * 3_600_000));
  const metadata = { url: `https://shop.test${given.path}`, ...(sessionId ? { sessionId } : {}) };
  return { id, companyId, eventType: 'pageview', metadata };
}

/** The events named in the journal, and those that are stored. Revisions must have no gap. */
async function readJournal(companyId: string) {
  const { rows } = await t.db.query<{ revision: number; event_ids: string[]; event_times: Date[] }>(
    'SELECT revision, event_ids, event_times FROM event_changes WHERE company_id = $1 ORDER BY revision',
    [companyId],
  );
  expect(rows.map(({ revision }) => revision)).toEqual(rows.map((_, index) => index + 1));
  const stored = await t.db.query<{ id: string; occurred_at: Date }>(
    'SELECT id, occurred_at FROM events WHERE company_id = $1',
    [companyId],
  );
  const toText = (id: string, at: Date | undefined) => `${id} ${at?.toISOString()}`;
  return {
    journaled: rows.flatMap((row) => row.event_ids.map((id, at) => toText(id, row.event_times[at]))).sort(),
    stored: stored.rows.map((row) => toText(row.id, row.occurred_at)).sort(),
  };
}

test('the stored events add up to the same, and the journal names each, in whatever order they arrive', async () => {
  const plan = fc.record({
    drafts: fc.array(draft, { minLength: 1, maxLength: 60 }),
    repeats: fc.array(fc.nat(), { maxLength: 30 }),
    cuts: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }),
    order: fc.infiniteStream(fc.nat({ max: 1_000_000 })),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ drafts, repeats, cuts, order }) => {
      const { company: inOrder } = await aCompany(t.db);
      const { company: mixed } = await aCompany(t.db);
      const events = drafts.map((given) => toEvent(inOrder.id, given));
      for (let start = 0; start < events.length; start += 50) {
        await track(t.app, events.slice(start, start + 50));
      }

      const again = repeats
        .map((index) => events[index % events.length])
        .filter((event) => event !== undefined);
      const shuffled = [...events, ...again]
        .map((event) => ({ event: { ...event, companyId: mixed.id }, rank: order.next().value }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ event }) => event);
      const requests = [];
      for (let batch = 0; shuffled.length > 0; batch += 1) {
        const part = shuffled.splice(0, cuts[batch % cuts.length] ?? 1);
        requests.push(track(batch % 2 ? t.app : second.app, part));
      }
      for (const answer of await Promise.all(requests)) expect(answer.statusCode).toBe(200);

      expect(await sumEvents(t.db, mixed.id)).toEqual(await sumEvents(t.db, inOrder.id));
      await expectOrdersMatchEvents(t.db, mixed.id);
      const { journaled, stored } = await readJournal(mixed.id);
      expect(journaled).toEqual(stored);
    }),
    { numRuns: 12 },
  );
});
