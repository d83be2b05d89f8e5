import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../../../contract/paths.ts';
import type { TestPaymentProvider } from '../../../platform/payment-provider/test-provider.ts';
import { receivePurchaseEvent } from '../purchase-events.ts';
import { toExpectedPayment } from '../purchase-status.ts';
import { findPurchaseBySession } from '../purchases.queries.ts';
import type { PurchasesDeps } from '../purchases.ts';
import {
  canceledPath,
  renderCheckoutNotFound,
  renderTestCheckout,
  type TestPage,
  toSuccessPath,
} from './test-checkout-page.ts';

export interface TestCheckoutDeps extends PurchasesDeps {
  payments: TestPaymentProvider;
  /** Folder of the built pages, for their typeface. */
  pagesFolder: string | undefined;
}

const params = z.object({ checkoutId: z.string().regex(/^[\w-]{1,100}$/) });
const decision = z.object({ decision: z.enum(['pay', 'cancel']) });

/** The checkout of an installation without a payment provider. Otherwise these routes do not exist. */
export const testCheckoutRoutes: FastifyPluginAsyncZod<TestCheckoutDeps> = async (app, deps) => {
  const font = findFont(deps.pagesFolder);
  const options = () => ({ agency: deps.agency.current, font });
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
      const purchase = await findPurchaseBySession(deps.db, request.params.checkoutId);
      return purchase
        ? send(reply, 200, renderTestCheckout(purchase, options()))
        : send(reply, 404, renderCheckoutNotFound(options()));
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
      const purchase = await findPurchaseBySession(deps.db, sessionId);
      if (!purchase) return send(reply, 404, renderCheckoutNotFound(options()));
      if (request.body.decision === 'cancel') return reply.redirect(canceledPath, 303);
      if (purchase.state === 'pending') {
        // Signed and verified like a provider's event, so that tests use the same code.
        const { body, signature } = await deps.payments.pay({
          ...toExpectedPayment(purchase),
          purchaseId: purchase.id,
          sessionId,
        });
        await receivePurchaseEvent(deps, body, signature);
      } else if (purchase.state === 'expired')
        return send(reply, 410, renderTestCheckout(purchase, options()));
      return reply.redirect(toSuccessPath(sessionId), 303);
    },
  );
};

/** The site's typeface. Its file name contains a build hash. */
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
