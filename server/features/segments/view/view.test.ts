import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  expectExact,
  openSegmentsFixture,
  recordChange,
  type SegmentsFixture,
  storeEvents,
} from '../../../testing/segments-fixture.ts';

let t: SegmentsFixture;
beforeEach(async () => {
  t = await openSegmentsFixture();
});
afterEach(() => t.close());

const build = () => t.segments.builder.runPass([t.dataset.id]);
const hour = (time: string) => `2026-11-20T${time}Z`;

describe('visits', () => {
  test('half an hour without a row begins another visit, a minute less does not', async () => {
    await t.store([
      { at: hour('10:00:00'), path: '/a' },
      { at: hour('10:29:59.999'), path: '/b' },
      { at: hour('10:59:59.999'), path: '/c' },
    ]);
    const { visits } = await expectExact(t);
    expect(visits).toMatchObject([
      {
        entry_page: '/a',
        exit_page: '/b',
        page_views: 2,
        is_bounce: false,
        is_first_visit: true,
        is_only_visit: false,
      },
      { entry_page: '/c', exit_page: '/c', page_views: 1, is_bounce: true, is_first_visit: false },
    ]);
  });

  test('engagement belongs to the visit begun last, keeps it going, and begins none', async () => {
    await t.store([
      { at: hour('09:00:00'), kind: 'engagement', engagedMs: 7_000 },
      { at: hour('10:00:00'), path: '/a' },
      { at: hour('10:25:00'), kind: 'engagement', engagedMs: 9_000 },
      { at: hour('10:50:00'), path: '/b' },
      { at: hour('11:40:00'), kind: 'engagement', engagedMs: 2_000 },
    ]);
    const { visits, hits } = await expectExact(t);
    expect(visits).toMatchObject([{ page_views: 2, engaged_ms: '11000', entry_page: '/a', exit_page: '/b' }]);
    expect(hits.filter((hit) => hit.visit_started_at === null)).toMatchObject([{ engaged_ms: 7_000 }]);
  });

  test('belong to local days, in a zone of half hours and on days of 23 and 25 hours', async () => {
    for (const [timeZone, first, second] of [
      ['Asia/Kolkata', '2026-11-20T18:25:00Z', '2026-11-20T18:35:00Z'],
      ['Europe/Berlin', '2026-10-24T21:55:00Z', '2026-10-24T22:05:00Z'],
      ['Europe/Berlin', '2026-10-25T22:55:00Z', '2026-10-25T23:05:00Z'],
      ['America/New_York', '2026-11-02T04:55:00Z', '2026-11-02T05:05:00Z'],
    ] as const) {
      await t.close();
      t = await openSegmentsFixture(timeZone);
      await t.store([{ at: first }, { at: second }]);
      await build();
      const { visits } = await expectExact(t);
      expect(visits, timeZone).toHaveLength(2);
      expect(visits[0]?.day, timeZone).not.toBe(visits[1]?.day);
    }
  });

  test('a row stored before version 0.2 counts by its session, with what was not stored unknown', async () => {
    await t.store([
      { at: hour('10:00:00'), host: null, sessionId: 's1', referrerHost: 'google.com' },
      { at: hour('10:05:00'), host: null, sessionId: 's1' },
      { at: hour('10:06:00'), host: null, sessionId: 's2' },
      { at: hour('10:07:00'), host: null, sessionId: null },
    ]);
    await build();
    const { visits, hits } = await expectExact(t);
    expect(visits).toHaveLength(2);
    expect(visits).toContainEqual(
      expect.objectContaining({
        source: 'Google',
        channel: 'Organic Search',
        country: 'unknown',
        utm_source: 'unknown',
        referrer: 'google.com',
        host: 'unknown',
        page_views: 2,
      }),
    );
    expect(hits.filter((hit) => hit.visit_started_at === null)).toHaveLength(1);
  });
});

describe('a row that arrives after the files were written', () => {
  beforeEach(async () => {
    await t.store([
      { at: hour('10:00:00'), path: '/a', country: 'DE' },
      { at: hour('10:40:00'), path: '/b', country: 'FR' },
      { at: hour('12:00:00'), path: '/other', visitor: 2 },
      { at: hour('09:00:00'), kind: 'engagement', engagedMs: 20_000, visitor: 3 },
    ]);
    await build();
    expect(t.listFiles()).toHaveLength(3);
  });

  test('merges two visits', async () => {
    expect((await expectExact(t)).visits).toHaveLength(3);
    await t.store([{ at: hour('10:20:00'), path: '/between' }]);
    const { visits, numbers } = await expectExact(t);
    expect(visits).toHaveLength(2);
    expect(visits).toContainEqual(
      expect.objectContaining({ entry_page: '/a', exit_page: '/b', page_views: 3, country: 'DE' }),
    );
    expect(numbers).toMatchObject({ visits: '2', visitors: '2', hits_of_visits: '4' });
  });

  test('becomes the beginning of a visit and brings its dimensions', async () => {
    await t.store([{ at: hour('09:50:00'), path: '/earlier', country: 'AT' }]);
    expect((await expectExact(t)).visits).toContainEqual(
      expect.objectContaining({ entry_page: '/earlier', country: 'AT', page_views: 2 }),
    );
  });

  test('claims the engagement that had no visit', async () => {
    await t.store([{ at: hour('08:59:00'), visitor: 3 }]);
    expect((await expectExact(t)).visits).toContainEqual(
      expect.objectContaining({ engaged_ms: '20000', is_bounce: false }),
    );
  });

  test('is another visitor, has no visitor, or is of another day', async () => {
    await t.store([
      { at: hour('10:00:01'), visitor: 9 },
      { at: hour('10:00:02'), visitor: null },
      { at: '2026-11-21T10:00:00Z' },
      { at: '2026-11-18T10:00:00Z', kind: 'event', eventName: 'signup' },
    ]);
    expect((await expectExact(t)).firstDay).toBe('2026-11-18');
  });

  test('has the instant of a stored row: the ids decide, as they do in PostgreSQL', async () => {
    await t.store([
      { id: '00000000-0000-7000-8000-000000000000', at: hour('10:00:00'), path: '/first', country: 'IT' },
      { id: 'ffffffff-ffff-7fff-bfff-ffffffffffff', at: hour('10:40:00'), path: '/last' },
    ]);
    const { visits } = await expectExact(t);
    expect(visits).toContainEqual(expect.objectContaining({ entry_page: '/first', country: 'IT' }));
    expect(visits).toContainEqual(expect.objectContaining({ exit_page: '/last' }));
  });

  test.each(['event', 'order'] as const)(
    'is an %s that begins a visit in the middle of one',
    async (kind) => {
      await t.store([
        { at: hour('14:00:00'), path: '/first', visitor: 4, country: 'AT' },
        { at: hour('17:00:00'), kind: 'engagement', engagedMs: 5_000, visitor: 4 },
        { at: hour('17:10:00'), path: '/second', visitor: 4, country: 'CH' },
        { at: hour('17:20:00'), path: '/third', visitor: 4, country: 'LI' },
      ]);
      await build();
      expect((await expectExact(t)).visits.filter(({ country }) => country === 'CH')).toHaveLength(0);
      const given = kind === 'event' ? { eventName: 'signup' } : { order: { id: 'late', amount: '5.00' } };
      await t.store([{ at: hour('16:45:00'), kind, visitor: 4, ...given }]);
      expect((await expectExact(t)).visits).toContainEqual(
        expect.objectContaining({ entry_page: '/second', country: 'CH', engaged_ms: '5000' }),
      );
    },
  );

  test('is a page view that leaves only the beginning without one to an earlier visit', async () => {
    await t.store([
      { at: hour('14:00:00'), kind: 'event', eventName: 'open', path: '/first', visitor: 4, country: 'AT' },
      { at: hour('17:00:00'), kind: 'engagement', engagedMs: 5_000, visitor: 4 },
      { at: hour('17:10:00'), path: '/second', visitor: 4, country: 'CH' },
    ]);
    await build();
    expect((await expectExact(t)).visits.filter(({ country }) => country === 'AT')).toHaveLength(0);
    await t.store([{ at: hour('16:45:00'), path: '/late', visitor: 4, country: 'LI' }]);
    const { visits } = await expectExact(t);
    expect(visits).toContainEqual(
      expect.objectContaining({ entry_page: '/first', country: 'AT', events: 1 }),
    );
    expect(visits).toContainEqual(
      expect.objectContaining({ entry_page: '/late', country: 'LI', page_views: 2 }),
    );
  });

  test('is in the files after the next build, which leaves nothing to add', async () => {
    await t.store([{ at: hour('10:20:00'), path: '/between' }]);
    const before = await expectExact(t);
    await build();
    expect(await expectExact(t)).toEqual(before);
  });
});

describe('an order', () => {
  const orderAt = hour('10:10:00');
  let id = '';
  beforeEach(async () => {
    await t.store([
      { at: hour('10:00:00'), path: '/a' },
      { at: hour('10:35:00'), path: '/b', country: 'FR' },
    ]);
    [id = ''] = await t.store([
      { at: orderAt, kind: 'order', path: '/buy', order: { id: 'o-1', amount: '20.00' } },
    ]);
    await t.store([
      { at: hour('11:00:00'), kind: 'order', visitor: null, order: { id: 'server-1', amount: '7.50' } },
    ]);
    await build();
  });

  test('corrected or verified changes its visit', async () => {
    await t.db.query(
      `UPDATE shop_orders SET amount = 25.5, source = 'verified' WHERE company_id = $1 AND order_id = 'o-1'`,
      [t.dataset.id],
    );
    await recordChange(t.db, t.dataset.id, [{ id, at: orderAt }]);
    const { visits, hits } = await expectExact(t);
    expect(visits).toMatchObject([
      { revenue: '25.5000', verified_revenue: '25.5000', orders: 1, verified_orders: 1 },
    ]);
    expect(hits.filter((hit) => hit.kind === 'order')).toHaveLength(2);
  });

  test('without a visitor changes as well', async () => {
    const [server] = (
      await t.db.query<{ event_id: string }>(
        `UPDATE shop_orders SET amount = 8, foreign_currency = 'GBP'
         WHERE company_id = $1 AND order_id = 'server-1' RETURNING event_id`,
        [t.dataset.id],
      )
    ).rows;
    await recordChange(t.db, t.dataset.id, [{ id: server?.event_id ?? '', at: hour('11:00:00') }]);
    const { hits } = await expectExact(t);
    expect(hits.filter((hit) => hit.order_id === 'server-1')).toMatchObject([
      { amount: null, foreign_amount: '8.0000', currency: 'GBP' },
    ]);
  });

  test('removed never happened: what it held together are two visits', async () => {
    await t.db.query(`DELETE FROM shop_orders WHERE company_id = $1 AND order_id = 'o-1'`, [t.dataset.id]);
    await recordChange(t.db, t.dataset.id, [{ id, at: orderAt }]);
    const { visits } = await expectExact(t);
    expect(visits).toMatchObject([
      { entry_page: '/a', orders: 0, revenue: null },
      { entry_page: '/b', country: 'FR' },
    ]);
    await build();
    expect((await expectExact(t)).visits).toEqual(visits);
  });
});

test('a range of time in the journal is read again, with what was deleted in it', async () => {
  await t.store([{ at: hour('10:00:00') }, { at: hour('11:00:00'), visitor: 2 }]);
  await build();
  await t.db.query('DELETE FROM events WHERE company_id = $1 AND visitor_id = 2', [t.dataset.id]);
  await recordChange(t.db, t.dataset.id, []);
  await t.db.query(
    `UPDATE event_changes SET event_ids = NULL, event_times = NULL, range_from = $2, range_to = $2 WHERE company_id = $1`,
    [t.dataset.id, hour('11:00:00')],
  );
  expect((await expectExact(t)).visits).toHaveLength(1);
  await build();
  expect((await expectExact(t)).visits).toHaveLength(1);
});

test('hostile text arrives as it was stored', async () => {
  const texts = [
    '"',
    '""',
    `a,b"c`,
    '\\.',
    '\\N',
    `'; DROP TABLE x; --`,
    'ünï😀',
    ' ',
    'null',
    '\u00a0x',
    '=1+1',
  ];
  await t.store(
    texts.map((path, index) => ({
      at: `2026-11-20T10:${String(index).padStart(2, '0')}:00Z`,
      path,
      kind: 'event' as const,
      eventName: path,
      visitor: index,
      country: path,
    })),
  );
  await build();
  const { hits } = await expectExact(t);
  expect(hits.map((hit) => hit.path).toSorted()).toEqual(texts.toSorted());
  expect(hits.map((hit) => hit.country).toSorted()).toEqual(texts.toSorted());
});

test('of many datasets, two are opened at once', async () => {
  const others = Array.from({ length: 6 }, () => ({ id: randomUUID(), timeZone: 'UTC' }));
  for (const other of others) await storeEvents(t.db, other.id, [{ at: hour('10:00:00') }]);
  const { duckDb } = t.segments;
  const withTemporaryFolder = duckDb.withTemporaryFolder.bind(duckDb);
  let running = 0;
  let runningMax = 0;
  duckDb.withTemporaryFolder = async (work) => {
    running += 1;
    runningMax = Math.max(runningMax, running);
    return withTemporaryFolder(work).finally(() => {
      running -= 1;
    });
  };
  const read = await Promise.all(others.map((other) => t.read(t.segments, other)));
  expect(read.map(({ visits }) => visits.length)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(runningMax).toBe(2);
});

test('two datasets with the same visitors never meet', async () => {
  const other = { id: randomUUID(), timeZone: 'UTC' };
  await t.db.query('UPDATE companies SET demo_dataset_id = $2 WHERE id = $1', [t.dataset.id, other.id]);
  await t.store([{ at: hour('10:00:00'), path: '/real' }]);
  await storeEvents(t.db, other.id, [{ at: hour('10:00:00'), path: '/demo' }]);
  await t.segments.builder.runPass([t.dataset.id, other.id]);
  expect((await t.read(t.segments)).visits).toMatchObject([{ entry_page: '/real' }]);
  expect((await t.read(t.segments, other)).visits).toMatchObject([{ entry_page: '/demo' }]);
});
