import { companyAlertKinds } from '../../contract/alerts/alert-kinds.ts';
import type { Alert, AlertFacts, AlertRecipient } from '../../contract/alerts/alerts.ts';
import type { Webhook, WebhookMessage } from '../../contract/alerts/webhooks.ts';
import { anId } from './admin-builders.ts';
import { companyId } from './api-server.ts';

export const someFacts = (fields: Partial<AlertFacts> = {}): AlertFacts => ({
  kind: 'drop',
  name: '',
  timeZone: 'Europe/London',
  currency: 'USD',
  day: '2026-11-17',
  firstHour: null,
  observed: 190,
  low: 380,
  high: 520,
  since: null,
  expected: null,
  cause: null,
  findings: null,
  reason: '',
  ...fields,
});

export const anAlert = (
  n: number,
  { facts, ...fields }: Partial<Omit<Alert, 'facts'>> & { facts?: Partial<AlertFacts> } = {},
): Alert => ({
  id: anId(n),
  companyId,
  company: 'Harbour & Pine',
  facts: someFacts(facts),
  beganAt: '2026-11-18T00:00:00.000Z',
  foundAt: '2026-11-18T01:05:00.000Z',
  endedAt: '2026-11-18T01:05:00.000Z',
  ...fields,
});

export const anAlertRecipient = (n: number, fields: Partial<AlertRecipient> = {}): AlertRecipient => ({
  id: anId(n),
  name: `Recipient ${n}`,
  email: `recipient${n}@client.example`,
  locale: 'en-GB',
  kinds: [...companyAlertKinds],
  seesMoney: true,
  quietHours: null,
  timeZone: 'Europe/London',
  mutedUntil: null,
  unsubscribedAt: null,
  createdAt: '2026-11-10T10:00:00.000Z',
  ...fields,
});

export const aWebhook = (n: number, fields: Partial<Webhook> = {}): Webhook => ({
  id: anId(n),
  url: `https://hooks${n}.client.example/alerts`,
  description: `Chat ${n}`,
  kinds: [...companyAlertKinds],
  isOn: true,
  failingSince: null,
  previousSecretEndsAt: null,
  createdAt: '2026-11-10T10:00:00.000Z',
  ...fields,
});

export const aWebhookMessage = (n: number, fields: Partial<WebhookMessage> = {}): WebhookMessage => ({
  id: anId(n),
  type: 'test',
  body: JSON.stringify({
    type: 'test',
    timestamp: '2026-11-18T10:00:00.000Z',
    data: { alert: null, text: 'This is a test.', url: 'https://agency.example/admin/alerts' },
  }),
  state: 'delivered',
  createdAt: '2026-11-18T10:00:00.000Z',
  nextAt: null,
  attempts: [{ at: '2026-11-18T10:00:01.000Z', status: 204, error: '', durationMs: 84 }],
  ...fields,
});
