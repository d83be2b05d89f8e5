import type { Tx } from '../../db/client.ts';

export interface SiteCheckRow {
  checked_at: Date;
  cause: 'asked' | 'daily';
  result: unknown;
}

/** Replaces the last check of a company. Does nothing for a company that was deleted during the check. */
export async function storeSiteCheck(
  tx: Tx,
  row: SiteCheckRow & { id: string; company_id: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO site_checks (company_id, id, checked_at, cause, result)
     SELECT c.id, $2::uuid, $3, $4, $5 FROM companies c WHERE c.id = $1
     ON CONFLICT (company_id) DO UPDATE SET id = excluded.id, checked_at = excluded.checked_at,
       cause = excluded.cause, result = excluded.result`,
    [row.company_id, row.id, row.checked_at, row.cause, JSON.stringify(row.result)],
  );
}

export async function findSiteCheck(tx: Tx, companyId: string): Promise<SiteCheckRow | undefined> {
  const found = await tx.query<SiteCheckRow>(
    'SELECT checked_at, cause, result FROM site_checks WHERE company_id = $1',
    [companyId],
  );
  return found.rows[0];
}

/** The shop orders since a time, by who reported them. */
export async function countOrderReporters(
  tx: Tx,
  companyId: string,
  since: Date,
): Promise<{ ofPages: number; ofServers: number }> {
  const found = await tx.query<{ of_pages: number; of_servers: number }>(
    `SELECT count(*) FILTER (WHERE source = 'page')::int AS of_pages,
       count(*) FILTER (WHERE source <> 'page')::int AS of_servers
     FROM shop_orders WHERE company_id = $1 AND occurred_at >= $2`,
    [companyId, since],
  );
  const { of_pages: ofPages = 0, of_servers: ofServers = 0 } = found.rows[0] ?? {};
  return { ofPages, ofServers };
}

/**
 * Companies whose site is silent, those without a recent check first: without an event since `silentSince`, created before
 * it, and not checked since `checkedBefore`.
 */
export async function listSilentCompanies(
  tx: Tx,
  given: { silentSince: Date; checkedBefore: Date; max: number },
): Promise<string[]> {
  const found = await tx.query<{ id: string }>(
    `SELECT c.id FROM companies c
     LEFT JOIN dataset_revisions r ON r.company_id = c.id
     LEFT JOIN site_checks s ON s.company_id = c.id
     WHERE c.created_at < $1 AND (r.last_event_at IS NULL OR r.last_event_at < $1)
       AND (s.checked_at IS NULL OR s.checked_at < $2)
     ORDER BY s.checked_at NULLS FIRST, c.id LIMIT $3`,
    [given.silentSince, given.checkedBefore, given.max],
  );
  return found.rows.map(({ id }) => id);
}

/** When the site of a company last sent an event. */
export async function findLastEventAt(tx: Tx, companyId: string): Promise<Date | null> {
  const found = await tx.query<{ last_event_at: Date }>(
    'SELECT last_event_at FROM dataset_revisions WHERE company_id = $1',
    [companyId],
  );
  return found.rows[0]?.last_event_at ?? null;
}
