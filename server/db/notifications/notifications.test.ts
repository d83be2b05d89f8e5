import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminTopics } from '../../../contract/admin.ts';
import { resolveOrderConflicts } from '../../features/shop-orders/reported/order-conflicts.ts';
import { storeInForm } from '../../features/tracking/collect.ts';
import type { AcceptedEvent, PresenceRow } from '../../features/tracking/event-batch.ts';
import { anEventRow } from '../../testing/builders.ts';
import { openTestDb } from '../../testing/test-app.ts';
import { readDatabaseForm } from '../cluster/database-form.ts';
import {
  encodeNotification,
  type Notification,
  notificationChannel,
  notify,
  parseNotification,
} from './notifications.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
let listening: pg.Client;
let payloads: string[] = [];

beforeAll(async () => {
  t = await openTestDb();
  listening = new pg.Client({ connectionString: t.url });
  listening.on('notification', ({ payload = '' }) => payloads.push(payload));
  await listening.connect();
  await listening.query(`LISTEN ${notificationChannel}`);
});

afterAll(async () => {
  await listening.end();
  await t.close();
});

const received = async (count: number): Promise<(Notification | undefined)[]> => {
  await expect.poll(() => payloads.length).toBe(count);
  const parsed = payloads.map(parseNotification);
  payloads = [];
  return parsed;
};

const companyId = randomUUID();
const all: Notification[] = [
  { kind: 'activity-changed', companyIds: [companyId] },
  { kind: 'activity-changed', companyIds: [companyId, randomUUID(), randomUUID()] },
  { kind: 'history-changed', companyId },
  { kind: 'company-changed', companyId },
  { kind: 'access-ended', companyId },
  { kind: 'viewer-ended', sessionId: 'a:session,with signs' },
  { kind: 'rights-changed' },
  { kind: 'agency-changed' },
  { kind: 'domains-changed' },
  { kind: 'connections-outdated' },
  ...adminTopics.map((topic) => ({ kind: 'admin-topic-changed', topic }) as const),
  { kind: 'job-added', queue: 'urgent-mail' },
];

test.each(all)('$kind is parsed as it was encoded', (notification) => {
  expect(parseNotification(encodeNotification(notification))).toEqual(notification);
});

test.each([
  '',
  ':',
  'changed',
  'changed:',
  'changed:not-an-id',
  `changed:${companyId},`,
  `replaced:${companyId},${companyId}`,
  'admin:weather',
  'ordered:4711',
  `toString:${companyId}`,
])('the payload "%s" is not a notification', (payload) => {
  expect(parseNotification(payload)).toBeUndefined();
});

test('a notification arrives when its transaction commits, and never when it is rolled back', async () => {
  const undone = t.db.transaction(async (tx) => {
    await notify(tx, { kind: 'access-ended', companyId });
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  await t.db.transaction((tx) => notify(tx, { kind: 'rights-changed' }));
  expect(await received(1)).toEqual([{ kind: 'rights-changed' }]);
});

const toPresence = (id: string): PresenceRow => ({
  company_id: id,
  session_id: 'session',
  page_url: '/',
  user_agent: '',
  visitor_id: undefined,
  source: undefined,
  country: undefined,
  has_left: false,
});
const empty = { events: [], visitors: [], presence: [], alteredRepeats: [], duplicateOrders: [] };

test('a batch of 401 companies sends three notifications that name each of them once', async () => {
  const ids = Array.from({ length: 401 }, () => randomUUID()).sort();
  await storeInForm(
    t.db,
    await readDatabaseForm(t.db),
    { ...empty, presence: ids.map(toPresence) },
    new Date(),
  );
  const notifications = await received(3);
  const named = notifications.flatMap((each) => (each?.kind === 'activity-changed' ? each.companyIds : []));
  expect(named.sort()).toEqual(ids);
});

test('an order whose amount is replaced sends a notification of its company', async () => {
  const toOrder = (reporter: 'page' | 'server', amount: string) =>
    anEventRow(companyId, { kind: 'order', order_id: 'A-1', amount, reporter });
  await storeInForm(
    t.db,
    await readDatabaseForm(t.db),
    { ...empty, events: [toOrder('server', '10.00')] },
    new Date(),
  );
  await received(1);
  const report: AcceptedEvent = {
    ...{ companyId, event: toOrder('page', '12.00'), atMs: Date.now(), hasOwnTime: true },
    ...{ visitor: undefined, presence: undefined, tab: undefined },
    ...{ pageHost: 'shop.test', pagePath: '/', referrerHost: '' },
  };
  await resolveOrderConflicts(t.db, [report], new Date(), () => true);
  expect(await received(1)).toEqual([{ kind: 'activity-changed', companyIds: [companyId] }]);
});
