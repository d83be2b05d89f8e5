import assert from 'node:assert/strict';
import pg from 'pg';
import { z } from 'zod';
import { apiPaths } from '../../contract/paths.ts';
import { addDecimals } from '../../contract/rules/decimal.ts';

/** Totals that the server acknowledged, in cents. */
export interface OrderSenders {
  orders: Map<string, number>;
  refunds: Map<string, number>;
  /** Resolves when every order and refund that was begun is acknowledged. */
  stop: () => Promise<void>;
}

/**
 * Servers of a shop that report orders one after the other, every third with a refund. What was not acknowledged is sent
 * again, as a shop does.
 */
export function startOrderSenders(url: () => string, key: string, count: number): OrderSenders {
  const orders = new Map<string, number>();
  const refunds = new Map<string, number>();
  let isStopping = false;

  async function send(path: string, body: object): Promise<void> {
    for (;;) {
      try {
        const answer = await fetch(url() + path, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        await answer.arrayBuffer();
        if (answer.ok) return;
        assert(answer.status >= 500 || answer.status === 429, `${path} was answered with ${answer.status}`);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function run(sender: number): Promise<void> {
    for (let number = 0; !isStopping; number += 1) {
      const orderId = `${sender}-${number}`;
      const cents = 100 + ((sender * 7_919 + number * 104_729) % 100_000);
      const order = { orderId, amount: (cents / 100).toFixed(2), currency: 'USD' };
      await send(apiPaths.apiOrders, { ...order, occurredAt: new Date().toISOString() });
      orders.set(orderId, cents);
      if (number % 3 !== 0) continue;
      const refunded = Math.ceil(cents / 3);
      const body = { refundId: `R-${orderId}`, amount: (refunded / 100).toFixed(2) };
      await send(apiPaths.apiRefunds(orderId), body);
      refunds.set(orderId, refunded);
    }
  }

  const running = Promise.all(Array.from({ length: count }, (_, sender) => run(sender)));
  return {
    orders,
    refunds,
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
}

const ledgerRow = z.object({
  orders: z.coerce.number(),
  amounts: z.string(),
  refunds: z.coerce.number(),
  refunded: z.string(),
  events: z.string(),
});

/** Compares what was acknowledged with the ledger and the events, to the cent. Returns the number of rows. */
export async function expectLedgerEquals(
  databaseUrl: string,
  companyId: string,
  { orders, refunds }: OrderSenders,
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(ledgerSql, [companyId]);
    const ledger = ledgerRow.parse(rows[0]);
    const sum = (cents: Map<string, number>) =>
      ([...cents.values()].reduce((total, each) => total + each, 0) / 100).toFixed(2);
    const net = addDecimals([sum(orders), `-${sum(refunds)}`], 2);
    assert.deepEqual(
      { ...ledger, events: addDecimals([ledger.events], 2) },
      {
        ...{ orders: orders.size, amounts: sum(orders), refunds: refunds.size, refunded: sum(refunds) },
        events: net,
      },
    );
    return ledger.orders + ledger.refunds;
  } finally {
    await client.end();
  }
}

const ledgerSql = `
SELECT
  (SELECT count(*) FROM shop_orders WHERE company_id = $1 AND source = 'verified') AS orders,
  (SELECT coalesce(sum(amount), 0)::numeric(20, 2)::text FROM shop_orders WHERE company_id = $1) AS amounts,
  (SELECT count(*) FROM shop_order_refunds WHERE company_id = $1 AND event_id IS NOT NULL) AS refunds,
  (SELECT coalesce(sum(refunded_amount), 0)::numeric(20, 2)::text FROM shop_orders WHERE company_id = $1) AS refunded,
  (SELECT coalesce(sum(CASE kind WHEN 'order' THEN amount WHEN 'refund' THEN -amount END), 0)::text
   FROM events WHERE company_id = $1) AS events`;
