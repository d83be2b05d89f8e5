import type { LightMyRequestResponse } from 'fastify';
import { apiPaths } from '../../contract/paths.ts';
import { forms } from './contact-messages.ts';
import { anAddress, anEmail, send } from './people.ts';
import { buildTestApp, type TestApp } from './test-app.ts';

export const threshold = 3;
export const challengeThresholds = { form: threshold, account: threshold, checkout: threshold };

export const statusesOf = (answers: LightMyRequestResponse[]) => answers.map(({ statusCode }) => statusCode);
export const countOf = (answers: LightMyRequestResponse[], status: number) =>
  statusesOf(answers).filter((each) => each === status).length;

export const contact = (t: TestApp, headers: Record<string, string> = {}, address = anAddress()) =>
  send(t, forms.contact.path, forms.contact.body(), { headers, address });

export const flood = (t: TestApp, times: number) =>
  Promise.all(Array.from({ length: times }, () => contact(t)));

/** A server on which every kind of request has reached its threshold, and a second server on the same database. */
export async function aFullServer(): Promise<{ t: TestApp; other: TestApp; close: () => Promise<void> }> {
  const t = await buildTestApp({ challengeThresholds });
  const other = await buildTestApp({ challengeThresholds, databaseUrl: t.databaseUrl });
  const begin = { email: 'nobody@people.test' };
  for (let turn = 0; turn < threshold; turn += 1) {
    await contact(t);
    await send(t, apiPaths.requestPasswordReset, begin);
    await send(t, apiPaths.createPayment, { priceId: 'price_chatbots', customerEmail: anEmail() });
  }
  return {
    t,
    other,
    close: async () => {
      await other.close();
      await t.close();
    },
  };
}
