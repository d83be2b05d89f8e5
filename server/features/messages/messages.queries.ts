import { type SQL, sql } from 'drizzle-orm';
import type { InboxFilter, InboxItem } from '../../../contract/inbox.ts';
import type { Tx } from '../../db/client.ts';
import { contactMessages, demoRequests } from '../../db/schema/messages.ts';
import type { ListPosition } from '../../platform/http/cursor.ts';

export async function insertContactMessage(tx: Tx, row: typeof contactMessages.$inferInsert): Promise<void> {
  await tx.orm.insert(contactMessages).values(row);
}

export async function insertDemoRequest(tx: Tx, row: typeof demoRequests.$inferInsert): Promise<void> {
  await tx.orm.insert(demoRequests).values(row);
}

const asItems = {
  message: sql`SELECT id, 'message' AS kind, source, state, spam_reason, name, email, company, '' AS phone, subject,
      '' AS interest, message, note, created_at, handled_at, handled_by FROM contact_messages`,
  demo: sql`SELECT id, 'demo' AS kind, 'book-demo' AS source, state, spam_reason, name, email, company, phone,
      '' AS subject, interest, '' AS message, note, created_at, handled_at, handled_by FROM demo_requests`,
};
const searched = {
  message: sql`concat_ws(' ', name, email, company, subject, message, note)`,
  demo: sql`concat_ws(' ', name, email, company, phone, interest, note)`,
};
const kinds = ['message', 'demo'] as const;

interface ItemRow extends Record<string, unknown> {
  id: string;
  kind: InboxItem['kind'];
  source: InboxItem['source'];
  state: InboxItem['state'];
  spam_reason: string | null;
  name: string;
  email: string;
  company: string;
  phone: string;
  subject: string;
  interest: string;
  message: string;
  note: string;
  created_at: Date;
  handled_at: Date | null;
  handled_by: string | null;
}

/** Newest first. */
export async function listItems(
  tx: Tx,
  filter: InboxFilter,
  after: ListPosition | undefined,
  max: number,
): Promise<InboxItem[]> {
  const order = sql`ORDER BY created_at DESC, id DESC LIMIT ${max}`;
  const parts = kinds
    .filter((kind) => filter.kind === undefined || filter.kind === kind)
    .map((kind) => sql`(${asItems[kind]} WHERE ${toConditions(kind, filter, after)} ${order})`);
  const { rows } = await tx.orm.execute<ItemRow>(
    sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) AS items ${order}`,
  );
  return rows.map(toItem);
}

function toConditions(
  kind: (typeof kinds)[number],
  filter: InboxFilter,
  after: ListPosition | undefined,
): SQL {
  const { state, search } = filter;
  const conditions = [state === undefined ? sql`state <> 'spam'` : sql`state = ${state}`];
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(sql`${searched[kind]} ILIKE ${pattern}`);
  }
  if (after)
    conditions.push(
      sql`(created_at, id) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
    );
  return sql.join(conditions, sql` AND `);
}

export async function findItem(tx: Tx, id: string): Promise<InboxItem | undefined> {
  const parts = kinds.map((kind) => sql`(${asItems[kind]} WHERE id = ${id})`);
  const { rows } = await tx.orm.execute<ItemRow>(sql.join(parts, sql` UNION ALL `));
  return rows.map(toItem)[0];
}

export async function countItems(tx: Tx): Promise<{ unread: number; spam: number }> {
  const { rows } = await tx.orm.execute<{ unread: number; spam: number }>(
    sql`SELECT count(*) FILTER (WHERE state = 'unread')::int AS unread, count(*) FILTER (WHERE state = 'spam')::int AS spam
      FROM (SELECT state FROM contact_messages UNION ALL SELECT state FROM demo_requests) AS items`,
  );
  return rows[0] ?? { unread: 0, spam: 0 };
}

interface ItemChange {
  state: InboxItem['state'];
  spam_reason: string | null;
  note: string;
  handled_at: Date | null;
  handled_by: string | null;
}

export async function updateItem(
  tx: Tx,
  { kind, id }: Pick<InboxItem, 'kind' | 'id'>,
  change: Partial<ItemChange>,
): Promise<void> {
  const table = kind === 'message' ? contactMessages : demoRequests;
  await tx.orm.update(table).set(change).where(sql`id = ${id}`);
}

export async function deleteItem(tx: Tx, { kind, id }: Pick<InboxItem, 'kind' | 'id'>): Promise<void> {
  const table = kind === 'message' ? contactMessages : demoRequests;
  await tx.orm.delete(table).where(sql`id = ${id}`);
}

function toItem(row: ItemRow): InboxItem {
  const { spam_reason, created_at, handled_at, handled_by, ...same } = row;
  return {
    ...same,
    ...(spam_reason === null ? {} : { spamReason: spam_reason }),
    // Plain statements come back with times as text.
    createdAt: new Date(created_at).toISOString(),
    handledAt: handled_at === null ? null : new Date(handled_at).toISOString(),
    handledBy: handled_by,
  };
}
