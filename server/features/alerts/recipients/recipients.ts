import { randomUUID } from 'node:crypto';
import { alertKinds } from '../../../../contract/alerts/alert-kinds.ts';
import {
  type AlertRecipient,
  type AlertRecipientChange,
  alertLimits,
  type NewAlertRecipient,
} from '../../../../contract/alerts/alerts.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../../platform/idempotency/idempotency.ts';
import { requireCompany } from '../../companies/companies.ts';
import { addressUnsubscribed, entryIsKept } from '../../subscriptions/subscriptions.ts';
import { type AlertOwner, lockOwner, toObjectId } from '../alert-owner.ts';
import {
  deleteRecipient,
  insertRecipient,
  listRecipientRows,
  type RecipientRow,
  updateRecipient,
} from './recipients.queries.ts';

/** Oldest first, also those that have unsubscribed. */
export async function listRecipients(db: Db, owner: AlertOwner): Promise<AlertRecipient[]> {
  if (owner !== null) await requireCompany(db, owner);
  return (await listRecipientRows(db, owner)).map(toRecipient);
}

/** Requests with the same idempotency claim add one recipient. */
export async function addRecipient(
  db: Db,
  owner: AlertOwner,
  wanted: NewAlertRecipient,
  { by, claim }: { by: Actor; claim: IdempotencyClaim | undefined },
): Promise<AlertRecipient> {
  const id = randomUUID();
  return db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, id);
    const of = await lockOwner(tx, owner);
    const existing = await listRecipientRows(tx, owner);
    if (earlierId !== undefined) return toRecipient(requireRow(existing, earlierId));
    if (existing.filter((each) => each.unsubscribed_at === null).length >= alertLimits.recipients) {
      const message = `There can be at most ${alertLimits.recipients} recipients. Remove one first.`;
      throw new AppError(409, 'conflict', message);
    }
    requireNewAddress(existing, wanted.email);
    const row: RecipientRow = {
      ...{ id, company_id: owner, email: wanted.email, muted_until: null, unsubscribed_at: null },
      ...{ created_at: new Date(), created_by: by.name },
      ...toColumns(wanted),
    };
    await insertRecipient(tx, row);
    await record(tx, by, { action: 'alert-recipient.added', owner, of, row });
    return toRecipient(row);
  });
}

/** Fields that are absent stay as they are. A person who has unsubscribed stays so. */
export async function changeRecipient(
  db: Db,
  { owner, recipientId }: { owner: AlertOwner; recipientId: string },
  change: AlertRecipientChange,
  by: Actor,
): Promise<AlertRecipient> {
  return db.transaction(async (tx) => {
    const of = await lockOwner(tx, owner);
    const before = requireRow(await listRecipientRows(tx, owner), recipientId);
    const row = toChangedRow(before, change);
    await updateRecipient(tx, row);
    await record(tx, by, { action: 'alert-recipient.changed', owner, of, row });
    return toRecipient(row);
  });
}

/**
 * Removes a recipient with the notices that wait for it. Throws a 409 for one that has unsubscribed: a new entry with the address
 * would subscribe it again.
 */
export async function removeRecipient(
  db: Db,
  { owner, recipientId }: { owner: AlertOwner; recipientId: string },
  by: Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const of = await lockOwner(tx, owner);
    const row = requireRow(await listRecipientRows(tx, owner), recipientId);
    if (row.unsubscribed_at !== null) throw entryIsKept(row.email);
    await deleteRecipient(tx, owner, recipientId);
    await record(tx, by, { action: 'alert-recipient.removed', owner, of, row });
  });
}

function toChangedRow(before: RecipientRow, change: AlertRecipientChange): RecipientRow {
  const now = toRecipient(before);
  const { mutedUntil, quietHours } = change;
  const muted = mutedUntil === undefined ? before.muted_until : toInstantOrNull(mutedUntil);
  return {
    ...before,
    ...toColumns({
      name: change.name ?? now.name,
      locale: change.locale ?? now.locale,
      kinds: change.kinds ?? now.kinds,
      seesMoney: change.seesMoney ?? now.seesMoney,
      // Null ends them.
      quietHours: quietHours === undefined ? now.quietHours : quietHours,
      timeZone: change.timeZone ?? now.timeZone,
    }),
    muted_until: muted,
  };
}

const toInstantOrNull = (text: string | null) => (text === null ? null : new Date(text));

interface Change {
  action: string;
  owner: AlertOwner;
  of: string;
  row: RecipientRow;
}

async function record(tx: Tx, by: Actor, { action, owner, of, row }: Change): Promise<void> {
  await recordAudit(tx, by, { action, object: `${row.email} for ${of}`, ...toObjectId(owner) });
}

/** Also refuses an address that has unsubscribed: only the recipient may subscribe again. */
function requireNewAddress(existing: readonly RecipientRow[], email: string): void {
  const found = existing.find((row) => row.email.toLowerCase() === email.toLowerCase());
  if (!found) return;
  if (found.unsubscribed_at !== null) throw addressUnsubscribed({ field: 'email' });
  throw new AppError(409, 'conflict', 'This address receives these alerts already.', { field: 'email' });
}

function requireRow(rows: readonly RecipientRow[], id: string): RecipientRow {
  const found = rows.find((row) => row.id === id);
  if (found) return found;
  throw new AppError(404, 'not-found', 'This recipient was removed. Reload the list.');
}

type Fields = Pick<NewAlertRecipient, 'name' | 'locale' | 'kinds' | 'seesMoney' | 'quietHours' | 'timeZone'>;

const toColumns = ({ name, locale, kinds, seesMoney, quietHours, timeZone }: Fields) => ({
  ...{ name, locale, kinds, sees_money: seesMoney, time_zone: timeZone },
  ...{ quiet_from: quietHours?.from ?? null, quiet_to: quietHours?.to ?? null },
});

const toRecipient = (row: RecipientRow): AlertRecipient => ({
  ...{ id: row.id, name: row.name, email: row.email, locale: row.locale, seesMoney: row.sees_money },
  kinds: alertKinds.filter((kind) => row.kinds.includes(kind)),
  quietHours:
    row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
  timeZone: row.time_zone,
  mutedUntil: row.muted_until?.toISOString() ?? null,
  unsubscribedAt: row.unsubscribed_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
