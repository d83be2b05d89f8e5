import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../../../contract/paths.ts';
import type { TestPaymentProvider } from '../../../platform/payment-provider/test-provider.ts';
import type { PurchasesDeps } from '../purchase-deps.ts';
import { receivePurchaseEvent } from '../purchase-events.ts';
import { toExpectedPayment } from '../purchase-price.ts';
import { findPurchaseBySession } from '../purchases.queries.ts';
import { renderCheckoutNotFound, renderTestCheckout, type TestPage } from './test-checkout-page.ts';

export interface TestCheckoutDeps extends PurchasesDeps {
  payments: TestPaymentProvider;
  /** Where the built pages lie, for their typeface. */
  pagesFolder: string | undefined;
}

const params = z.object({ checkoutId: z.string().regex(/^[\w-]{1,100}$/) });
const decision = z.object({ decision: z.enum(['pay', 'cancel']) });

/** The checkout where no provider is set. Registered only then: otherwise there is nothing at its addresses. */
export const testCheckoutRoutes: FastifyPluginAsyncZod<TestCheckoutDeps> = async (app, deps) => {
  const font = findFont(deps.pagesFolder);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get(
    apiPaths.testCheckout(':checkoutId'),
    { schema: { hide: true, params } },
    async (request, reply) => {
      const payment = await findPurchaseBySession(deps.db, request.params.checkoutId);
      return payment
        ? send(reply, 200, renderTestCheckout(payment, font))
        : send(reply, 404, renderCheckoutNotFound(font));
    },
  );

  app.post(
    apiPaths.testCheckout(':checkoutId'),
    {
      config: { rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: { hide: true, params, body: decision },
    },
    async (request, reply) => {
      const sessionId = request.params.checkoutId;
      const payment = await findPurchaseBySession(deps.db, sessionId);
      if (!payment) return send(reply, 404, renderCheckoutNotFound(font));
      if (request.body.decision === 'cancel') return reply.redirect('/payment-canceled', 303);
      if (payment.state === 'pending') {
        // The way a provider's event takes, signature and all: what is tried out here is what will run.
        const { body, signature } = await deps.payments.pay({
          ...toExpectedPayment(payment),
          paymentId: payment.id,
          sessionId,
        });
        await receivePurchaseEvent(deps, body, signature);
      } else if (payment.state === 'expired') return send(reply, 410, renderTestCheckout(payment, font));
      return reply.redirect(`/payment-success?session_id=${encodeURIComponent(sessionId)}`, 303);
    },
  );
};

/** The site's own typeface, whose name carries a hash of its build. */
function findFont(pagesFolder: string | undefined): string | undefined {
  const folder = pagesFolder && join(pagesFolder, 'assets');
  if (!folder || !existsSync(folder)) return undefined;
  const file = readdirSync(folder).find((name) => /^instrument-sans-latin-wght-[\w-]+\.woff2$/.test(name));
  return file && `/assets/${file}`;
}

function send(reply: FastifyReply, status: number, page: TestPage): FastifyReply {
  return reply
    .status(status)
    .headers({ 'content-security-policy': page.policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page.html);
}
