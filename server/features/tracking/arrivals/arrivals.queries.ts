import type { Tx } from '../../../db/client.ts';

interface ArrivedRow {
  at: Date;
  path: string | null;
  host: string | null;
}

/** An event that a visit began with may be this much older than its last heartbeat. */
const eventAgeMs = 2 * 86_400_000;
const aheadMs = 600_000;
const rowsMax = 20;

/** The ids that the tracking script makes begin with their time (UUIDv7). */
const toFirstId = (ms: number) => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
};

/**
 * When the site of a company last sent an event, and the newest event with its page. Reads a few rows of the key: there is
 * no index on times, so an event whose id does not begin with its time is not found.
 */
export async function findLastArrival(tx: Tx, companyId: string): Promise<ArrivedRow | null> {
  const known = await tx.query<{ last_event_at: Date }>(
    'SELECT last_event_at FROM dataset_revisions WHERE company_id = $1',
    [companyId],
  );
  const at = known.rows[0]?.last_event_at;
  if (!at) return null;
  const from = at.getTime() - eventAgeMs;
  const until = at.getTime() + aheadMs;
  const found = await tx.query<{ path: string; host: string | null }>(
    `SELECT path, host FROM (
       SELECT path, host, occurred_at FROM events
       WHERE company_id = $1 AND id >= $2 AND id < $3 AND occurred_at >= $4 AND occurred_at < $5
         AND kind IN ('pageview', 'event', 'order')
       ORDER BY id DESC LIMIT ${rowsMax}) AS newest
     ORDER BY occurred_at DESC LIMIT 1`,
    [companyId, toFirstId(from), toFirstId(until), new Date(from), new Date(until)],
  );
  const [event] = found.rows;
  return { at, path: event?.path ?? null, host: event?.host ?? null };
}

/** The version of the tracking script that sent an event of the company last. Empty: a script that does not send it. */
export async function findScriptVersion(tx: Tx, companyId: string): Promise<string | null> {
  const found = await tx.query<{ version: string }>(
    'SELECT version FROM script_versions WHERE company_id = $1 ORDER BY last_at DESC LIMIT 1',
    [companyId],
  );
  return found.rows[0]?.version || null;
}

/** Whether a shop order of the company arrived since a time. */
export async function hasOrdersSince(tx: Tx, companyId: string, since: Date): Promise<boolean> {
  const found = await tx.query<{ found: boolean }>(
    'SELECT EXISTS (SELECT FROM shop_orders WHERE company_id = $1 AND occurred_at >= $2) AS found',
    [companyId, since],
  );
  return found.rows[0]?.found ?? false;
}
