import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db, Tx } from '../../../db/client.ts';
import { operator } from '../../../platform/audit.ts';
import { aCompany, anOrder, track } from '../../../testing/builders.ts';
import { openSalts } from '../../../testing/database/open-salts.ts';
import { expectAccepted } from '../../../testing/requests/expect-answers.ts';
import { expectOrdersMatchEvents, findRevision, sumEvents } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { correctShopOrder } from '../corrections/correct-order.ts';
import { recordOrders } from './ledger.ts';
import { LedgerQueue } from './ledger-queue.ts';
import { recordRefunds, refundOrder } from './refunds.ts';
import type { VerifiedOrder } from './verified-order.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

/** The ledger of a separate process. Calls in one turn of the event loop wait for the same transaction. */
function aLedger(db: Db) {
  return { db, queue: new LedgerQueue({ db, salts: openSalts(db), customerKey: randomBytes(32) }) };
}

const anOrderOf = (orderId: string, given: Partial<VerifiedOrder> = {}): VerifiedOrder => ({
  ...{ orderId, amount: '10.00', currency: 'USD', occurredAt: new Date(), status: 'paid' },
  ...given,
});

async function countOrders(companyId: string): Promise<number | undefined> {
  const { orders } = await sumEvents(t.db, companyId);
  await expectOrdersMatchEvents(t.db, companyId);
  return orders;
}

/** The results of calls with one order each, or the codes of their errors. */
async function settle(calls: Promise<{ result: string }[]>[]): Promise<string[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((each) =>
    each.status === 'fulfilled' ? (each.value[0]?.result ?? '') : String(each.reason.code),
  );
}

/** A database whose transactions run `before` when they are about to commit. */
function beforeCommit(db: Db, before: (tx: Tx) => Promise<void>): Db {
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        await before(tx);
        return result;
      }),
  };
}

test('calls that wait are recorded in one transaction', async () => {
  const { company } = await aCompany(t.db);
  const ledger = aLedger(t.db);
  const calls = Array.from({ length: 20 }, (_, n) =>
    recordOrders(ledger, company.id, [anOrderOf(`A-${n}`)], 'api'),
  );
  expect(await settle(calls)).toEqual(calls.map(() => 'recorded'));
  expect(await countOrders(company.id)).toBe(20);
  expect(await findRevision(t.db, company.id)).toBe(1);
});

test('of calls with the same order the first is recorded, and each gets the answer for its content', async () => {
  const { company } = await aCompany(t.db);
  const ledger = aLedger(t.db);
  const amounts = ['10.00', '10.00', '99.00', '10.00'];
  const calls = amounts.map((amount) =>
    recordOrders(ledger, company.id, [anOrderOf('A', { amount })], 'api'),
  );
  expect(await settle(calls)).toEqual(['recorded', 'unchanged', 'order-amount-differs', 'unchanged']);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 1, revenue: '10.00' });
  expect(await findRevision(t.db, company.id)).toBe(1);
});

test('a call that conflicts stores none of its orders, and the calls around it are stored', async () => {
  const { company } = await aCompany(t.db);
  const ledger = aLedger(t.db);
  await recordOrders(ledger, company.id, [anOrderOf('old')], 'api');
  const bad = [anOrderOf('new'), anOrderOf('old', { amount: '11.00' })];
  const [before, conflict, after] = await Promise.allSettled([
    recordOrders(ledger, company.id, [anOrderOf('A')], 'api'),
    recordOrders(ledger, company.id, bad, 'api'),
    recordOrders(ledger, company.id, [anOrderOf('B'), anOrderOf('C')], 'stripe'),
  ]);
  expect(before).toMatchObject({ value: [{ orderId: 'A', result: 'recorded' }] });
  expect(conflict).toMatchObject({
    reason: { status: 409, code: 'order-amount-differs', field: '1.amount' },
  });
  expect(after).toMatchObject({ value: [{ orderId: 'B' }, { orderId: 'C' }] });
  const { rows } = await t.db.query(
    'SELECT order_id, verified_by FROM shop_orders WHERE company_id = $1 ORDER BY order_id',
    [company.id],
  );
  expect(rows).toEqual([
    { order_id: 'A', verified_by: 'api' },
    { order_id: 'B', verified_by: 'stripe' },
    { order_id: 'C', verified_by: 'stripe' },
    { order_id: 'old', verified_by: 'api' },
  ]);
});

test('an order that the database rejects fails alone, with the name of its field', async () => {
  const { company } = await aCompany(t.db);
  const ledger = aLedger(t.db);
  const ofNoStoredMonth = anOrderOf('bad', { occurredAt: new Date('2001-01-01T00:00:00Z') });
  const all = [anOrderOf('A'), anOrderOf('B'), ofNoStoredMonth, anOrderOf('C'), anOrderOf('D')];
  const settled = await Promise.allSettled(
    all.map((order) => recordOrders(ledger, company.id, [order], 'api')),
  );
  expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true]);
  expect(settled[2]).toMatchObject({ reason: { status: 400, code: 'invalid-request', field: 'occurredAt' } });
  expect(await countOrders(company.id)).toBe(4);
});

test('an order, its refunds and a change of its amount wait for the same transaction and keep their order', async () => {
  const { company } = await aCompany(t.db);
  const ledger = aLedger(t.db);
  const occurredAt = new Date();
  const refundOf = (refundId: string, amount: string) =>
    refundOrder(ledger, company.id, { orderId: 'A', refundId, amount, occurredAt });
  const at = (ms: number) => new Date(occurredAt.getTime() - 1_000 + ms);
  const settled = await Promise.allSettled([
    refundOf('early', '1.00'),
    recordOrders(ledger, company.id, [anOrderOf('A', { changedAt: at(1) })], 'stripe'),
    refundOf('R', '4.00'),
    recordOrders(ledger, company.id, [anOrderOf('A', { amount: '20.00', changedAt: at(2) })], 'stripe'),
    refundOf('too much', '16.01'),
    refundOf('the rest', '16.00'),
  ]);
  expect(settled).toMatchObject([
    { reason: { status: 404 } },
    { value: [{ result: 'recorded' }] },
    { value: { result: 'recorded', refunded: '4.00' } },
    { value: [{ result: 'changed' }] },
    { reason: { status: 409, code: 'refund-too-large' } },
    { value: { result: 'recorded', refunded: '20.00' } },
  ]);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 1, revenue: '0.00' });
  expect(await findRevision(t.db, company.id)).toBe(1);
  await expectOrdersMatchEvents(t.db, company.id);
});

test('a correction by an administrator at the same time leaves the order recorded or removed, never both', async () => {
  const { company } = await aCompany(t.db);
  const ledger = aLedger(t.db);
  expectAccepted(await track(t.app, anOrder(company.id, 'A', 5), { origin: 'https://shop.test' }), 1);
  const correction = correctShopOrder(t.db, company.id, { orderId: 'A', amount: null }, operator);
  const calls = ['A', 'B', 'C'].map((id) => recordOrders(ledger, company.id, [anOrderOf(id)], 'api'));
  const [first, ...others] = await settle(calls);
  await correction;
  expect(others).toEqual(['recorded', 'recorded']);
  // Either the correction came first, and the shop uses the number itself, or it removed the verified order.
  expect(['recorded', 'verified']).toContain(first);
  expect(await countOrders(company.id)).toBe(first === 'recorded' ? 3 : 2);
});

test('two processes that record the same orders store each once', async () => {
  const { company } = await aCompany(t.db);
  const ledgers = [aLedger(t.db), aLedger(t.db)];
  const ids = Array.from({ length: 10 }, (_, n) => `A-${n}`);
  const calls = ledgers.flatMap((ledger) =>
    ids.map((id) => recordOrders(ledger, company.id, [anOrderOf(id)], 'api')),
  );
  const results = await settle(calls);
  expect(results.filter((result) => result === 'recorded')).toHaveLength(10);
  expect(results.filter((result) => result === 'unchanged')).toHaveLength(10);
  expect(await countOrders(company.id)).toBe(10);
});

test('no call is answered before the commit, also those that fail', async () => {
  const { company } = await aCompany(t.db);
  let reached = () => {};
  let proceed = () => {};
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const mayProceed = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const held = beforeCommit(t.db, () => {
    reached();
    return mayProceed;
  });
  const ledger = aLedger(held);
  const answered: string[] = [];
  const calls = ['10.00', '11.00'].map((amount) => {
    const call = recordOrders(ledger, company.id, [anOrderOf('A', { amount })], 'api');
    call.then(
      () => answered.push('stored'),
      () => answered.push('failed'),
    );
    return call;
  });
  await isReached;
  // The answers of both are known here, and a turn of the event loop would deliver them.
  await new Promise(setImmediate);
  expect(answered).toEqual([]);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 0 });
  proceed();
  expect(await settle(calls)).toEqual(['recorded', 'order-amount-differs']);
  expect(await countOrders(company.id)).toBe(1);
});

test('a connection that breaks before the commit fails all calls of the transaction, and their repetition counts once', async () => {
  const { company } = await aCompany(t.db);
  let breaks = 1;
  const breaking = beforeCommit(t.db, async (tx) => {
    if (breaks === 0) return;
    breaks -= 1;
    const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await t.db.query('SELECT pg_terminate_backend($1::int)', [rows[0]?.pid]);
  });
  const ledger = aLedger(breaking);
  const report = () => ['A', 'B', 'C'].map((id) => recordOrders(ledger, company.id, [anOrderOf(id)], 'api'));
  expect(await settle(report())).toEqual(['unavailable', 'unavailable', 'unavailable']);
  expect(await countOrders(company.id)).toBe(0);
  expect(await settle(report())).toEqual(['recorded', 'recorded', 'recorded']);
  expect(await settle(report())).toEqual(['unchanged', 'unchanged', 'unchanged']);
  expect(await countOrders(company.id)).toBe(3);
});

test('a bounded number of calls of a company may wait, and the others are answered 503', async () => {
  const { company } = await aCompany(t.db);
  const { company: another } = await aCompany(t.db);
  const ledger = aLedger(t.db);
  const calls = Array.from({ length: 201 }, (_, n) =>
    recordOrders(ledger, company.id, [anOrderOf(`A-${n}`)], 'api'),
  );
  const ofAnother = recordOrders(ledger, another.id, [anOrderOf('A')], 'api');
  const results = await settle([...calls, ofAnother]);
  expect(results).toEqual([...calls.slice(1).map(() => 'recorded'), 'unavailable', 'recorded']);
  expect(await countOrders(company.id)).toBe(200);
  expect(await settle([recordOrders(ledger, company.id, [anOrderOf('A-200')], 'api')])).toEqual(['recorded']);
});

test('calls of a company that does not exist are answered 404', async () => {
  const ledger = aLedger(t.db);
  const missing = '00000000-0000-4000-8000-000000000000';
  const calls = ['A', 'B'].map((id) => recordOrders(ledger, missing, [anOrderOf(id)], 'api'));
  expect(await settle(calls)).toEqual(['company-not-found', 'company-not-found']);
});

test('refunds without an order wait in the same transaction as others are recorded', async () => {
  const { company } = await aCompany(t.db);
  const ledger = aLedger(t.db);
  const occurredAt = new Date();
  const refund = {
    orderId: 'A',
    refundId: 'R',
    kind: 'refund',
    amount: '3.00',
    currency: 'USD',
    occurredAt,
  } as const;
  const [early, order, repeated] = await Promise.all([
    recordRefunds(ledger, company.id, [refund], 'stripe'),
    recordOrders(ledger, company.id, [anOrderOf('A'), anOrderOf('B')], 'stripe'),
    recordRefunds(ledger, company.id, [refund], 'stripe'),
  ]);
  expect([early[0]?.result, ...order.map(({ result }) => result), repeated[0]?.result]).toEqual([
    'waiting',
    'recorded',
    'recorded',
    'unchanged',
  ]);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 2, revenue: '17.00' });
});
