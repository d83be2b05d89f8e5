import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { buildTestApp } from '../test-app.ts';
import { requestCheckout } from './purchases.ts';
import { type StripeEvent, type StripePurchase, sendStripeEvent } from './stripe-events.ts';
import { StripeStub, toStripeEnv } from './stripe-stub.ts';

export type StripeFixture = Awaited<ReturnType<typeof openStripeFixture>>;

/** A server that sells through a stub of Stripe's API. */
export async function openStripeFixture() {
  const stub = new StripeStub();
  const stubUrl = await stub.listen();
  const t = await buildTestApp({ env: toStripeEnv(stubUrl) });
  return {
    t,
    stubUrl,
    /** Creates a checkout at Stripe that is not paid yet. */
    aPendingPurchase: async (): Promise<StripePurchase> => {
      const customerEmail = `${randomUUID()}@buyer.example`;
      await requestCheckout(t.app, { customerEmail });
      const found = await t.db.query('SELECT id, session_id FROM purchases WHERE customer_email = $1', [
        customerEmail,
      ]);
      const { id, session_id } = found.rows[0] ?? {};
      return {
        paymentId: id,
        sessionId: session_id,
        intent: `pi_${id}`,
        amount: 100_000,
        currency: 'usd',
        priceId: 'price_chatbots',
      };
    },
    /** Finds the outcome of a purchase's events. */
    findOutcome: async ({ paymentId }: StripePurchase) => {
      const { rows } = await t.db.query(
        `SELECT state, refunded_amount, problem, payment_intent, paid_at IS NOT NULL AS was_paid,
           (SELECT count(*) FROM mails WHERE recipient = customer_email) AS receipts
         FROM purchases WHERE id = $1`,
        [paymentId],
      );
      return rows[0];
    },
    /** Sends signed events one after the other. Each must be acknowledged. */
    send: async (...events: StripeEvent[]): Promise<void> => {
      for (const event of events) {
        const answer = await sendStripeEvent(t.app, event);
        expect(answer.statusCode, answer.body).toBe(200);
      }
    },
    countEvents: async () => (await t.db.query('SELECT count(*) AS n FROM purchase_events')).rows[0]?.n,
    close: async () => {
      await t.close();
      await stub.close();
    },
  };
}
