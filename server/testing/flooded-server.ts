import type { LightMyRequestResponse } from 'fastify';
import { apiPaths } from '../../contract/paths.ts';
import { anEmail, anIpAddress, send } from './accounts/accounts.ts';
import { messageForms } from './message-forms.ts';
import { buildTestApp, type TestApp } from './test-app.ts';

export const threshold = 3;
export const challengeThresholds = { form: threshold, account: threshold, checkout: threshold };

export const listStatuses = (answers: LightMyRequestResponse[]) =>
  answers.map(({ statusCode }) => statusCode);
export const countStatus = (answers: LightMyRequestResponse[], status: number) =>
  listStatuses(answers).filter((each) => each === status).length;

export const sendContactMessage = (
  t: TestApp,
  headers: Record<string, string> = {},
  address = anIpAddress(),
) => send(t, messageForms.contact.path, messageForms.contact.body(), { headers, address });

export const floodContactForm = (t: TestApp, times: number) =>
  Promise.all(Array.from({ length: times }, () => sendContactMessage(t)));

/** A server on which every kind of request has reached its threshold, and a second server on the same database. */
export async function aServerAtThreshold(): Promise<{
  t: TestApp;
  other: TestApp;
  close: () => Promise<void>;
}> {
  const t = await buildTestApp({ challengeThresholds });
  const other = await buildTestApp({ challengeThresholds, databaseUrl: t.databaseUrl });
  const account = { email: 'nobody@people.test' };
  for (let turn = 0; turn < threshold; turn += 1) {
    await sendContactMessage(t);
    await send(t, apiPaths.requestPasswordReset, account);
    await send(t, apiPaths.createCheckout, { priceId: 'price_chatbots', customerEmail: anEmail() });
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
