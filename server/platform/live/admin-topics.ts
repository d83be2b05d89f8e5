import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { AdminTopic } from '../../../contract/accounts.ts';

/** Tells every open admin page, on whichever instance, when the transaction commits. */
export async function notifyAdmins(
  transaction: Pick<NodePgDatabase, 'execute'>,
  topic: AdminTopic,
): Promise<void> {
  await transaction.execute(sql`SELECT pg_notify('northlight', ${`admin:${topic}`})`);
}
