import type { z } from 'zod';
import type { Subscription, subscriptionChange } from '../../../contract/subscriptions.ts';
import type { Db, Tx } from '../../db/client.ts';
import { recordRepeated } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { MailDeps } from '../../platform/mail/mail-brand.ts';
import { readSubscriptionToken } from './subscription-token.ts';
import {
  findSubscription,
  type SubscriptionRow,
  setMutedUntil,
  setUnsubscribed,
  withdrawWaitingReports,
} from './subscriptions.queries.ts';

export interface SubscriptionsDeps {
  db: Db;
  appSecret: string;
  mails: Pick<MailDeps, 'mailer'>;
}

type SubscriptionId = NonNullable<ReturnType<typeof readSubscriptionToken>>;

const dayMs = 86_400_000;

/** Throws a 404 for a token that this server has not made, and for a recipient that was removed. */
export async function readSubscription(
  { db, appSecret }: SubscriptionsDeps,
  token: string,
): Promise<Subscription> {
  const id = requireToken(appSecret, token);
  return toSubscription(id, await requireRow(db, id));
}

/** Ends a subscription. Ending it again changes nothing. */
export async function unsubscribe(
  deps: SubscriptionsDeps,
  token: string,
  network: string,
): Promise<Subscription> {
  return changeSubscription(deps, { token, isSubscribed: false }, network);
}

/** Changes a subscription for the recipient that has the token of a mail. */
export async function changeSubscription(
  deps: SubscriptionsDeps,
  { token, isSubscribed, mutedDays }: z.output<typeof subscriptionChange>,
  network: string,
): Promise<Subscription> {
  const id = requireToken(deps.appSecret, token);
  if (mutedDays !== undefined && id.kind !== 'alert')
    throw new AppError(400, 'invalid-request', 'Only alerts can be paused. Unsubscribe from reports.', {
      field: 'mutedDays',
    });
  const now = new Date();
  return deps.db.transaction(async (tx) => {
    const row = await requireRow(tx, id);
    if (mutedDays !== undefined)
      await setMutedUntil(
        tx,
        id.recipientId,
        mutedDays === 0 ? null : new Date(now.getTime() + mutedDays * dayMs),
      );
    if (isSubscribed !== undefined) await setSubscribed(tx, deps, { id, row, isSubscribed, now, network });
    return toSubscription(id, await requireRow(tx, id));
  });
}

async function setSubscribed(
  tx: Tx,
  { mails }: SubscriptionsDeps,
  change: { id: SubscriptionId; row: SubscriptionRow; isSubscribed: boolean; now: Date; network: string },
): Promise<void> {
  const { id, row, isSubscribed, now, network } = change;
  if (!(await setUnsubscribed(tx, id.kind, id.recipientId, isSubscribed ? null : now))) return;
  if (!isSubscribed && id.kind === 'report') {
    const reason = 'The recipient unsubscribed before it was sent.';
    await mails.mailer.erase(tx, await withdrawWaitingReports(tx, id.recipientId, reason));
  }
  await recordRepeated(tx, {
    actor: 'recipient',
    action: `${id.kind}-recipient.${isSubscribed ? 'subscribed' : 'unsubscribed'}`,
    object: row.company === null ? row.email : `${row.email} of ${row.company}`,
    ...(row.company_id === null ? {} : { objectId: row.company_id }),
    address: network,
  });
}

function requireToken(appSecret: string, token: string): SubscriptionId {
  const id = readSubscriptionToken(appSecret, token);
  if (!id) throw subscriptionNotFound();
  return id;
}

async function requireRow(tx: Tx, { kind, recipientId }: SubscriptionId): Promise<SubscriptionRow> {
  const row = await findSubscription(tx, kind, recipientId);
  if (!row) throw subscriptionNotFound();
  return row;
}

const subscriptionNotFound = () =>
  new AppError(
    404,
    'not-found',
    'This link is incomplete, or the address was already removed. No mails are sent to a removed address.',
  );

/** For an address that a member adds again. */
export const addressUnsubscribed = (where: { field: string; conflictId?: string }): AppError =>
  new AppError(
    409,
    'conflict',
    'This address has unsubscribed. Only the recipient can subscribe again, with the link in an earlier mail.',
    where,
  );

/** For an entry that a member removes after its recipient unsubscribed. */
export const entryIsKept = (address: string): AppError =>
  new AppError(
    409,
    'conflict',
    `${address} has unsubscribed. The entry is kept so that the address is not subscribed again.`,
  );

const toSubscription = ({ kind }: SubscriptionId, row: SubscriptionRow): Subscription => ({
  ...{ kind, company: row.company, email: shorten(row.email), isSubscribed: row.unsubscribed_at === null },
  mutedUntil: row.muted_until?.toISOString() ?? null,
});

/** `ada@shop.example` becomes `a…@shop.example`. */
function shorten(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${[...local][0] ?? ''}…@${domain}`;
}
