import type { Tx } from '../../db/client.ts';

/** When the company's site last sent an event. */
export async function findLastEventAt(tx: Tx, companyId: string): Promise<Date | null> {
  const found = await tx.query<{ last_event_at: Date }>(
    'SELECT last_event_at FROM dataset_revisions WHERE company_id = $1',
    [companyId],
  );
  return found.rows[0]?.last_event_at ?? null;
}
