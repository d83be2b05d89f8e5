import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  type NewReportRecipient,
  type ReportRecipient,
  reportLimits,
  type reportRecipientChange,
} from '../../../../contract/reports/reports.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireAccess, requireLockedCompany } from '../../access/accesses/accesses.ts';
import { addressUnsubscribed, entryIsKept } from '../../subscriptions/subscriptions.ts';
import { type CurrentRecipient, toCurrentRecipient } from './recipient-scope.ts';
import {
  deleteRecipientRow,
  findRecipientRow,
  insertRecipient,
  listRecipientRows,
  lockRecipientRow,
  type RecipientRow,
  updateRecipient,
} from './recipients.queries.ts';

interface RecipientAction {
  companyId: string;
  recipientId: string;
  by: Actor;
}

/** Oldest first. */
export async function listRecipients(tx: Tx, companyId: string): Promise<ReportRecipient[]> {
  const now = new Date();
  return (await listRecipientRows(tx, companyId)).map((row) => toRecipient(row, now));
}

/** Adds a person of the access list, or another one. Each address gets the reports of a company once. */
export async function addRecipient(
  db: Db,
  companyId: string,
  given: NewReportRecipient,
  by: Actor,
): Promise<ReportRecipient> {
  return db.transaction(async (tx) => {
    const company = await requireLockedCompany(tx, companyId);
    const person = await requirePerson(tx, companyId, given);
    const now = new Date();
    const existing = (await listRecipientRows(tx, companyId)).map((row) => toCurrentRecipient(row, now));
    if (existing.filter(({ isSubscribed }) => isSubscribed).length >= reportLimits.recipients)
      throw new AppError(
        409,
        'conflict',
        `A company has at most ${reportLimits.recipients} recipients. Remove one first.`,
      );
    requireNewAddress(existing, person);
    const id = randomUUID();
    await insertRecipient(tx, {
      ...{ id, company_id: companyId, access_id: person.accessId, name: person.name, email: person.email },
      ...{ locale: given.locale, sees_money: given.seesMoney },
      ...{ is_weekly: given.isWeekly, is_monthly: given.isMonthly, created_at: now, created_by: by.name },
    });
    const object = `${person.email} of ${company}`;
    await recordAudit(tx, by, { action: 'report-recipient.added', object, objectId: companyId });
    return toRecipient(await requireRecipient(tx, companyId, id), now);
  });
}

interface Person {
  accessId: string | null;
  name: string;
  email: string;
  /** The field of the request that names the person. */
  field: 'accessId' | 'email';
}

async function requirePerson(
  tx: Tx,
  companyId: string,
  { accessId, name, email }: NewReportRecipient,
): Promise<Person> {
  if (accessId === undefined) {
    if (name === undefined) throw invalid('name', 'Name is required');
    if (email === undefined) throw invalid('email', 'Email is required');
    return { accessId: null, name, email, field: 'email' };
  }
  if (name !== undefined) throw invalid('name', 'The name is that of the access. Leave it out.');
  if (email !== undefined) throw invalid('email', 'The address is that of the access. Leave it out.');
  const access = await requireAccess(tx, companyId, accessId);
  if (access.kind !== 'person') throw invalid('accessId', 'Only people get reports. Choose another access.');
  if (access.email === null)
    throw invalid('accessId', 'This access has no email address. Add one to it first.');
  return { accessId, name: access.name, email: access.email, field: 'accessId' };
}

/** Also refuses an address that has unsubscribed: only the recipient may subscribe again. */
function requireNewAddress(existing: readonly CurrentRecipient[], person: Person): void {
  const found = existing.find(({ email }) => email.toLowerCase() === person.email.toLowerCase());
  if (!found) return;
  const where = { field: person.field, conflictId: found.id };
  if (!found.isSubscribed) throw addressUnsubscribed(where);
  if (found.problem !== null)
    throw new AppError(
      409,
      'conflict',
      'This address belongs to a recipient whose access gets no reports any more. Remove that one first.',
      where,
    );
  throw new AppError(409, 'conflict', 'This address gets the reports of this company already.', where);
}

export async function changeRecipient(
  db: Db,
  { companyId, recipientId, by }: RecipientAction,
  change: z.output<typeof reportRecipientChange>,
): Promise<ReportRecipient> {
  return db.transaction(async (tx) => {
    const company = await requireLockedCompany(tx, companyId);
    const row = await requireLockedRecipient(tx, companyId, recipientId);
    if (change.name !== undefined && row.access_id !== null)
      throw invalid('name', 'The name is that of the access. Change it there.');
    const { name, locale, seesMoney, isWeekly, isMonthly } = change;
    const columns = {
      ...(name === undefined ? {} : { name }),
      ...(locale === undefined ? {} : { locale }),
      ...(seesMoney === undefined ? {} : { sees_money: seesMoney }),
      ...(isWeekly === undefined ? {} : { is_weekly: isWeekly }),
      ...(isMonthly === undefined ? {} : { is_monthly: isMonthly }),
    };
    if (Object.keys(columns).length > 0) {
      await updateRecipient(tx, companyId, recipientId, columns);
      const object = `${row.access_email ?? row.email} of ${company}`;
      await recordAudit(tx, by, { action: 'report-recipient.changed', object, objectId: companyId });
    }
    return toRecipient(await requireRecipient(tx, companyId, recipientId), new Date());
  });
}

/**
 * Removes a recipient. The links in the mails that it got no longer work. Throws a 409 for one that has unsubscribed: a new entry with
 * the address would subscribe it again.
 */
export async function removeRecipient(
  db: Db,
  { companyId, recipientId, by }: RecipientAction,
): Promise<void> {
  await db.transaction(async (tx) => {
    const company = await requireLockedCompany(tx, companyId);
    const row = await requireLockedRecipient(tx, companyId, recipientId);
    const address = row.access_email ?? row.email;
    if (row.unsubscribed_at !== null) throw entryIsKept(address);
    await deleteRecipientRow(tx, companyId, recipientId);
    const object = `${address} of ${company}`;
    await recordAudit(tx, by, { action: 'report-recipient.removed', object, objectId: companyId });
  });
}

async function requireLockedRecipient(tx: Tx, companyId: string, recipientId: string): Promise<RecipientRow> {
  const row = await lockRecipientRow(tx, companyId, recipientId);
  if (!row) throw recipientNotFound();
  return row;
}

/** Throws a 404 for a recipient that the company does not have. */
export async function requireRecipient(
  tx: Tx,
  companyId: string,
  recipientId: string,
): Promise<RecipientRow> {
  const row = await findRecipientRow(tx, companyId, recipientId);
  if (!row) throw recipientNotFound();
  return row;
}

const recipientNotFound = () =>
  new AppError(404, 'not-found', 'This recipient was removed. Reload the page to see the current ones.', {
    field: 'recipientId',
  });

const invalid = (field: string, message: string) => new AppError(400, 'invalid-request', message, { field });

function toRecipient(row: RecipientRow, now: Date): ReportRecipient {
  const { name, email, problem } = toCurrentRecipient(row, now);
  return {
    ...{ id: row.id, accessId: row.access_id, name, email, locale: row.locale, problem },
    ...{ seesMoney: row.sees_money, isWeekly: row.is_weekly, isMonthly: row.is_monthly },
    createdAt: row.created_at.toISOString(),
    unsubscribedAt: row.unsubscribed_at?.toISOString() ?? null,
  };
}
