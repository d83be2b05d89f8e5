import { openDb } from '../../../server/db/client.ts';
import type { Northlight } from '../../northlight.ts';
import { findDatabaseUrl } from '../../story-database.ts';
import { expect } from '../story.ts';

/**
 * Waits until no job is due and no mail waits. Each job adds those that follow in the transaction of its result, so that every mail
 * of a job has then arrived.
 */
export async function waitUntilIdle({ dataDir }: Pick<Northlight, 'dataDir'>): Promise<void> {
  const db = openDb({ url: await findDatabaseUrl(dataDir), onError: console.error });
  try {
    await expect
      .poll(
        async () => {
          // In one statement: a mail is stored with its job, and is sent before its job is done.
          const { rows } = await db.query<{ waiting: string }>(
            `SELECT 'job ' || name AS waiting FROM pgboss.job
             WHERE name NOT LIKE '\\_\\_%' AND state < 'completed' AND start_after <= now()
             UNION ALL SELECT 'mail ' || class FROM mails WHERE state = 'waiting'`,
          );
          return rows.map(({ waiting }) => waiting);
        },
        { timeout: 120_000 },
      )
      .toEqual([]);
  } finally {
    await db.close();
  }
}
