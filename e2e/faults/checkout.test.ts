import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { apiPaths } from '../../contract/paths.ts';
import { createPaymentAnswer } from '../../contract/payments.ts';
import { StripeStub, toStripeEnv } from '../../server/testing/stripe-stub.ts';
import { makeDataDir, type Northlight, startNorthlight } from '../northlight.ts';

const stub = new StripeStub();
const { dataDir, remove } = makeDataDir();
let northlight: Northlight;
afterEach(async () => {
  await northlight.stop();
  await stub.close();
  remove();
});

const buy = (attemptId: string) =>
  fetch(northlight.url + apiPaths.createPayment, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: northlight.url },
    body: JSON.stringify({ priceId: 'price_design', customerEmail: 'jo@buyer.example', attemptId }),
  });

test('a purchase whose server is killed while Stripe thinks is taken up again, as one checkout', async () => {
  const env = toStripeEnv(await stub.listen());
  northlight = await startNorthlight({ dataDir, env });
  const attemptId = randomUUID();
  stub.mood = 'silent';
  const lost = buy(attemptId).catch((error: unknown) => error);
  await vi.waitUntil(() => stub.requests.length > 0, { timeout: 60_000 });
  await northlight.kill();
  expect(await lost).toBeInstanceOf(Error);

  stub.mood = 'well';
  northlight = await startNorthlight({ dataDir, env });
  const answer = await buy(attemptId);
  const { url } = createPaymentAnswer.parse(await answer.json());
  expect([...stub.sessions.values()].map((session) => session.url)).toEqual([url]);
  expect(new Set(stub.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});
