import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { idempotencyKeyHeader } from '../../contract/constants.ts';
import { apiPaths } from '../../contract/paths.ts';
import { createCheckoutResponse } from '../../contract/public/purchases.ts';
import { StripeStub, toStripeEnv } from '../../server/testing/purchases/stripe-stub.ts';
import { makeDataDir, type Northlight, startNorthlight } from '../northlight.ts';

const stub = new StripeStub();
const { dataDir, remove } = makeDataDir();
let northlight: Northlight;
afterEach(async () => {
  await northlight.stop();
  await stub.close();
  remove();
});

const buy = (key: string) =>
  fetch(northlight.url + apiPaths.createCheckout, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: northlight.url, [idempotencyKeyHeader]: key },
    body: JSON.stringify({ priceId: 'price_design', customerEmail: 'jo@buyer.example' }),
  });

test('a purchase retried after the server was killed during the Stripe request opens a single checkout', async () => {
  const env = toStripeEnv(await stub.listen());
  northlight = await startNorthlight({ dataDir, env });
  const key = randomUUID();
  stub.behavior = 'hanging';
  const lost = buy(key).catch((error: unknown) => error);
  await vi.waitUntil(() => stub.requests.length > 0, { timeout: 60_000 });
  await northlight.kill();
  expect(await lost).toBeInstanceOf(Error);

  stub.behavior = 'normal';
  northlight = await startNorthlight({ dataDir, env });
  const answer = await buy(key);
  const { url } = createCheckoutResponse.parse(await answer.json());
  expect([...stub.sessions.values()].map((session) => session.url)).toEqual([url]);
  expect(new Set(stub.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});
