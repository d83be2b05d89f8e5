import { type Webhook, type WebhookMessage, webhookPayload } from '../../../../contract/alerts/webhooks.ts';

export const toName = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description || new URL(url).host;

export const stateLabels: Record<WebhookMessage['state'], string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

const typeLabels: Record<string, string> = {
  'alert.began': 'Alert began',
  'alert.ended': 'Alert ended',
  test: 'Test message',
};

export const labelType = (type: string): string => typeLabels[type] ?? type;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The sentence in a message; empty if it has none. */
export const readSentence = (body: string): string =>
  webhookPayload.safeParse(parseJson(body)).data?.data.text ?? '';

/** The body with line breaks. Only for readers: the signature is over the body as it is sent. */
export function indentBody(body: string): string {
  const parsed = parseJson(body);
  return parsed === undefined ? body : JSON.stringify(parsed, null, 2);
}

export const formatMs = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);
