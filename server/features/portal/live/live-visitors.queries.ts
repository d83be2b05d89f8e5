import { LRUCache } from 'lru-cache';
import { activeWindowMinutes, liveListMax } from '../../../../contract/constants.ts';
import type { LiveVisitors } from '../../../../contract/live.ts';
import { unknownValue } from '../../../../contract/stats/model/dimensions.ts';
import type { Tx } from '../../../db/client.ts';

/** The live visitors of a company, with values as they are stored. */
export interface PresentVisitors extends LiveVisitors {
  /** Tabs of the site and of portals. Changes whenever one expires. */
  tabs: number;
}

interface VisitorsRow {
  tabs: number;
  visitors: number;
  on_portal: number;
  pages: LiveVisitors['pages'] | null;
  sources: LiveVisitors['sources'] | null;
  countries: LiveVisitors['countries'] | null;
}

// A visitor with several tabs counts once, except on each of the pages. One of the tabs may have been opened from
// another page of the site, so a source other than Direct is the visitor's.
const visitorsSql = `
WITH tabs AS MATERIALIZED (
  SELECT origin, coalesce(visitor_id::text, session_id) AS visitor, page_url, source, country
  FROM active_sessions WHERE company_id = $1 AND last_seen >= $2
), visitors AS MATERIALIZED (
  SELECT coalesce(min(source) FILTER (WHERE source <> 'Direct'), min(source), $3) AS source,
         coalesce(min(country), $3) AS country
  FROM tabs WHERE origin <> 'portal' GROUP BY visitor
)
SELECT (SELECT count(*) FROM tabs) AS tabs,
  (SELECT count(*) FROM visitors) AS visitors,
  (SELECT count(*) FROM tabs WHERE origin = 'portal') AS on_portal,
  (SELECT json_agg(page) FROM (
     SELECT page_url AS value, count(DISTINCT visitor)::int AS visitors FROM tabs WHERE origin <> 'portal'
     GROUP BY page_url ORDER BY visitors DESC, value LIMIT ${liveListMax.pages}) AS page) AS pages,
  (SELECT json_agg(source) FROM (
     SELECT source AS value, count(*)::int AS visitors FROM visitors
     GROUP BY source ORDER BY visitors DESC, value LIMIT ${liveListMax.sources}) AS source) AS sources,
  (SELECT json_agg(country) FROM (
     SELECT country AS value, count(*)::int AS visitors FROM visitors
     GROUP BY country ORDER BY visitors DESC, value LIMIT ${liveListMax.countries}) AS country) AS countries`;

/** Results of so many tabs are cached for a second: reading thousands of rows for every change would be slow. */
const largeCount = 1_000;
const largeCountCachedMs = 1_000;
type CachedVisitors = LRUCache<string, { found: PresentVisitors; readAt: number }>;
const cachedVisitors = new WeakMap<Tx, CachedVisitors>();

function openCachedVisitors(tx: Tx): CachedVisitors {
  const cached: CachedVisitors = cachedVisitors.get(tx) ?? new LRUCache({ max: 1_000 });
  cachedVisitors.set(tx, cached);
  return cached;
}

/** Who is on the site of a company now, from presence alone. */
export async function readPresentVisitors(tx: Tx, companyId: string, now: Date): Promise<PresentVisitors> {
  const cache = openCachedVisitors(tx);
  const cached = cache.get(companyId);
  if (cached && Math.abs(now.getTime() - cached.readAt) < largeCountCachedMs) return cached.found;
  const { rows } = await tx.query<VisitorsRow>({
    name: 'present-visitors',
    text: visitorsSql,
    values: [companyId, activeSince(now), unknownValue],
  });
  const [row] = rows;
  if (!row) throw new Error('the live visitors have no row');
  const found = {
    tabs: row.tabs,
    visitors: row.visitors,
    onPortal: row.on_portal,
    pages: row.pages ?? [],
    sources: row.sources ?? [],
    countries: row.countries ?? [],
  };
  if (found.tabs >= largeCount) cache.set(companyId, { found, readAt: now.getTime() });
  return found;
}

/** The number of tabs of many companies at once, of their sites and portals. */
export async function countTabsByCompany(
  tx: Tx,
  companyIds: string[],
  now: Date,
): Promise<Map<string, number>> {
  const found = await tx.query<{ company_id: string; tabs: number }>(
    `SELECT company_id, count(*) AS tabs FROM active_sessions
     WHERE company_id = ANY($1::uuid[]) AND last_seen >= $2 GROUP BY company_id`,
    [companyIds, activeSince(now)],
  );
  return new Map(found.rows.map((row) => [row.company_id, row.tabs]));
}

function activeSince(now: Date): Date {
  return new Date(now.getTime() - activeWindowMinutes * 60_000);
}
