import { type SubscriptionKind, subscriptionKinds } from '../../../contract/subscriptions.ts';
import { readIdToken, toIdToken } from '../../platform/secrets/id-token.ts';

interface SubscriptionId {
  kind: SubscriptionKind;
  recipientId: string;
}

const toPurpose = (kind: SubscriptionKind) => `subscription/${kind}`;

/** The text in the address that ends a subscription. It never expires: a mail of last year must still end it. */
export const toSubscriptionToken = (appSecret: string, { kind, recipientId }: SubscriptionId): string =>
  toIdToken(appSecret, toPurpose(kind), recipientId);

/** Undefined for a token that this server has not made. */
export function readSubscriptionToken(appSecret: string, token: string): SubscriptionId | undefined {
  for (const kind of subscriptionKinds) {
    const recipientId = readIdToken(appSecret, toPurpose(kind), token);
    if (recipientId !== undefined) return { kind, recipientId };
  }
  return undefined;
}
