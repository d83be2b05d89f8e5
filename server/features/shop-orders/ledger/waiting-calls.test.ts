import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { aCompany, anOrder, track } from '../../../testing/builders.ts';
import { openSalts } from '../../../testing/database/open-salts.ts';
import { expectAccepted } from '../../../testing/requests/expect-answers.ts';
import { expectOrdersMatchEvents, findRevision } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { correctShopOrder } from '../corrections/correct-order.ts';
import { recordOrders } from './ledger.ts';
import { type LedgerDeps, LedgerQueue } from './ledger-queue.ts';
import { recordRefunds, refundOrder } from './refunds.ts';
import type { VerifiedOrder } from './verified-order.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const began = Date.now() - 60_000;
const occurredAt = new Date(began);

type Call = (ledger: LedgerDeps, companyId: string) => Promise<unknown>;

// `page` was reported by a page, `removed` was verified and then removed, `verified` is verified, the others are new.
const orderId = fc.constantFrom('page', 'removed', 'verified', 'new 1', 'new 2', 'new 3');
const amount = fc.constantFrom('10.00', '20.00');
const status = fc.constantFrom('paid', 'paid', 'paid', 'pending', 'cancelled');

// Each fits the amount, but parts of two reports may be more than it.
const parts = fc.constantFrom(
  ...[
    {},
    {},
    { tax: '0.00' },
    { tax: '4.00' },
    { tax: '4.00', net: '6.00' },
    { net: '6.00' },
    { net: '7.00' },
  ],
);

interface Content {
  amount: string;
  status: string;
  parts: { tax?: string; net?: string };
}

const toOrder = (id: string, { status: is, amount: paid, parts: sent }: Content): VerifiedOrder => ({
  orderId: id,
  amount: paid,
  ...sent,
  currency: 'USD',
  occurredAt,
  status: is === 'pending' || is === 'cancelled' ? is : 'paid',
});

const paidOrder: Content = { amount: '10.00', status: 'paid', parts: {} };

const orders = fc.tuple(
  fc.uniqueArray(orderId, { minLength: 1, maxLength: 3 }),
  fc.array(fc.record({ amount, status, parts }), { minLength: 3, maxLength: 3 }),
  fc.constantFrom('api', 'stripe'),
  fc.integer({ min: 1, max: 3 }),
);

const call: fc.Arbitrary<Call> = fc.oneof(
  {
    weight: 6,
    arbitrary: orders.map(([ids, contents, by, changed]): Call => {
      const changedAt = by === 'api' ? undefined : new Date(began + changed);
      const given = ids.map((id, index) => ({
        ...toOrder(id, contents[index] ?? paidOrder),
        changedAt,
      }));
      return (ledger, companyId) => recordOrders(ledger, companyId, given, by === 'api' ? 'api' : 'stripe');
    }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(orderId, fc.constantFrom('R1', 'R2'), fc.constantFrom('3.00', '8.00', undefined)).map(
      ([id, refundId, refunded]): Call =>
        (ledger, companyId) =>
          refundOrder(ledger, companyId, { orderId: id, refundId, amount: refunded, occurredAt }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(orderId, fc.constantFrom('R1', 'R3'), fc.constantFrom('USD', 'EUR')).map(
      ([id, refundId, currency]): Call =>
        (ledger, companyId) =>
          recordRefunds(
            ledger,
            companyId,
            [{ orderId: id, refundId, kind: 'refund', amount: '2.00', currency, occurredAt }],
            'stripe',
          ),
    ),
  },
);

async function aShop(): Promise<string> {
  const { company } = await aCompany(t.db, { currency: 'USD' });
  expectAccepted(await track(t.app, anOrder(company.id, 'page', 10), { origin: 'https://shop.test' }), 1);
  const given = ['removed', 'verified'].map((id) => toOrder(id, paidOrder));
  await recordOrders(aLedger(), company.id, given, 'api');
  await correctShopOrder(t.db, company.id, { orderId: 'removed', amount: null }, operator);
  return company.id;
}

function aLedger(): LedgerDeps {
  return {
    db: t.db,
    queue: new LedgerQueue({ db: t.db, salts: openSalts(t.db), customerKey: randomBytes(32) }),
  };
}

const toAnswer = (error: unknown) => {
  if (!(error instanceof AppError)) throw error;
  const { status: answered, code, field, message } = error;
  return { status: answered, code, field, message };
};

const stored = [
  `SELECT order_id, amount, tax, shipping, net, foreign_currency, source, verified_by, provider_changed_at,
     refunded_amount FROM shop_orders`,
  `SELECT order_id, status, amount, verified_by, provider_changed_at FROM unpaid_shop_orders`,
  `SELECT order_id, amount, was_verified FROM removed_shop_orders`,
  `SELECT order_id, refund_id, kind, amount, verified_by, event_id IS NOT NULL AS counts FROM shop_order_refunds`,
  `SELECT order_id, kind, reporter, amount, currency FROM shop_order_history`,
  `SELECT order_id, kind, event_name, amount, currency, path FROM events`,
];

async function listStored(companyId: string): Promise<unknown[]> {
  await expectOrdersMatchEvents(t.db, companyId);
  const found: unknown[] = [];
  for (const text of stored) {
    const { rows } = await t.db.query({
      text: `SELECT stored::text AS content FROM (${text} WHERE company_id = $1) AS stored ORDER BY 1`,
      values: [companyId],
    });
    found.push(rows);
  }
  const { rows: excess } = await t.db.query(
    `SELECT order_id FROM shop_orders WHERE company_id = $1 AND coalesce(tax, 0) + coalesce(net, 0) > amount`,
    [companyId],
  );
  expect(excess).toEqual([]);
  return found;
}

test('calls that wait together have the answers and the effect of the same calls one after the other', async () => {
  let grouped = 0;
  const property = fc.asyncProperty(fc.array(call, { minLength: 2, maxLength: 10 }), async (calls) => {
    const [together, after] = [await aShop(), await aShop()];
    const before = (await findRevision(t.db, together)) ?? 0;
    const ledger = aLedger();
    const answers = await Promise.all(calls.map((run) => run(ledger, together).catch(toAnswer)));
    const inTurn: unknown[] = [];
    for (const run of calls) inTurn.push(await run(ledger, after).catch(toAnswer));
    expect(answers).toEqual(inTurn);
    expect(await listStored(together)).toEqual(await listStored(after));
    const raised = ((await findRevision(t.db, together)) ?? 0) - before;
    const raisedInTurn = ((await findRevision(t.db, after)) ?? 0) - before;
    expect(raised).toBeLessThanOrEqual(raisedInTurn);
    if (raised < raisedInTurn) grouped += 1;
  });
  await fc.assert(property, { numRuns: 25 });
  expect(grouped).toBeGreaterThan(5);
});
