import type { Tx } from '../../db/client.ts';
import { sendPayloadSql, toActivityPayloads } from '../../db/notifications/notifications.ts';
import type { EventBatch, EventRow, StoredBatch } from './event-batch.ts';
import { givenColumns, toColumnType } from './event-columns.ts';

/** Rows with the same id can be this far apart when the time in the event's id was not plausible. */
export const sameIdWindowMs = 72 * 3_600_000;
/** Presence is written again only when this much has passed, so that many tabs' heartbeats cost few writes. */
export const presenceIntervalMs = 5_000;

const columnNames = givenColumns.join(', ');
const columnTypes = givenColumns.map((name) => `${name} ${toColumnType(name)}`).join(', ');

// One statement for each batch: all changes of an event are committed together or not at all.
// Rows are inserted in key order, so that two processes lock them in the same order.
// `(…) IN (…) IS TRUE` is a look-up in a hash table. Without IS TRUE, it would be a join, which our sessions execute
// as nested loops (docs/decisions/database/0007): 500 times 500 rows.
// Preparing a part that finds nothing to do takes longer than storing an event, so a batch leaves out what it does not
// have (decision 3). Parameters $1 to $9 are those of every statement.

const inputSql = `
sent AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1) AS sent_row(company_id uuid, ${columnTypes}, reporter text, foreign_currency text)
), known AS MATERIALIZED (
  -- The key contains the time as well; an id whose time was corrected may be stored with another time. Both arrays are
  -- conditions of the index. A join would read three days of events with a plan made while the table was small.
  SELECT company_id, id, kind, order_id, amount, engaged_ms, tab_id, visitor_id, occurred_at FROM events
  WHERE company_id = ANY ($5::uuid[]) AND id = ANY ($6::uuid[]) AND occurred_at >= $3 AND occurred_at < $4
), fresh AS (
  SELECT * FROM sent WHERE ((company_id, id) IN (SELECT company_id, id FROM known)) IS NOT TRUE
), presence_input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2) AS presence_row(
    company_id uuid, session_id text, page_url text, user_agent text, visitor_id bigint, source text, country text,
    has_left boolean)
), presence AS (
  INSERT INTO active_sessions AS a
    (company_id, session_id, origin, page_url, user_agent, last_seen, visitor_id, source, country)
  SELECT company_id, session_id, 'site', page_url, user_agent, $7, visitor_id, source, country
  FROM presence_input WHERE NOT has_left
  ON CONFLICT (company_id, session_id) DO UPDATE
  SET page_url = excluded.page_url, user_agent = excluded.user_agent, visitor_id = excluded.visitor_id,
      source = excluded.source, country = excluded.country, last_seen = greatest(a.last_seen, excluded.last_seen)
  WHERE a.page_url <> excluded.page_url OR a.last_seen < $8
)`;

// Without ON CONFLICT, which writes each event twice: an event that another process stores at the same moment is a unique
// violation.
const visitEventsSql = `
new_events AS (
  INSERT INTO events (company_id, ${columnNames})
  SELECT company_id, ${columnNames} FROM fresh
  RETURNING company_id, id, kind, visitor_id, occurred_at
)`;

const anyEventsSql = `
new_orders AS (
  INSERT INTO shop_orders (company_id, order_id, event_id, amount, foreign_currency, occurred_at, source, counted_at)
  SELECT company_id, order_id, id, amount, foreign_currency, occurred_at, reporter, $7 FROM fresh e
  WHERE kind = 'order'
    AND (SELECT 1 FROM removed_shop_orders r WHERE r.company_id = e.company_id AND r.order_id = e.order_id) IS NULL
  ORDER BY company_id, order_id
  ON CONFLICT (company_id, order_id) DO NOTHING
  RETURNING company_id, event_id
), new_events AS (
  INSERT INTO events (company_id, ${columnNames})
  SELECT company_id, ${columnNames} FROM fresh
  WHERE kind IN ('pageview', 'event', 'engagement')
    OR (kind = 'order' AND (company_id, id) IN (SELECT company_id, event_id FROM new_orders))
  ON CONFLICT (company_id, id, occurred_at) DO NOTHING
  RETURNING company_id, id, kind, visitor_id, occurred_at
)`;

const toVisitorsSql = (visitors: string, isAny: boolean) => `
new_visitors AS (
  INSERT INTO daily_visitors (company_id, visitor_id, network_id, first_seen_at)
  SELECT company_id, visitor_id, network_id, $7
  FROM json_to_recordset(${visitors}) AS visitor_row(company_id uuid, visitor_id bigint, network_id bigint)
  WHERE ((company_id, visitor_id) IN (
    SELECT company_id, visitor_id FROM new_events WHERE kind <> 'engagement'
    ${isAny ? `UNION ALL SELECT company_id, visitor_id FROM fresh WHERE kind = 'session'` : ''})) IS TRUE
  ORDER BY company_id, visitor_id
  ON CONFLICT (company_id, visitor_id) DO NOTHING
  RETURNING company_id, visitor_id
)`;

// A visitor known only from session events is stored once for its day.
const newSessionsSql = `
new_sessions AS (
  INSERT INTO events (company_id, ${columnNames})
  SELECT company_id, ${columnNames} FROM fresh
  WHERE kind = 'session'
    AND ((company_id, visitor_id) IN (SELECT company_id, visitor_id FROM new_visitors)) IS TRUE
    AND ((company_id, visitor_id) IN (SELECT company_id, visitor_id FROM new_events WHERE kind <> 'engagement')) IS NOT TRUE
  ON CONFLICT (company_id, id, occurred_at) DO NOTHING
  RETURNING company_id, id, occurred_at
)`;

const toLeftSessionsSql = (companyIds: string, sessionIds: string) => `
left_sessions AS (
  DELETE FROM active_sessions
  WHERE company_id = ANY (${companyIds}::uuid[]) AND session_id = ANY (${sessionIds}::text[]) AND origin = 'site'
    -- Only the page that was left: another process may have stored the tab's next page already.
    AND ((company_id, session_id, page_url) IN (
      SELECT company_id, session_id, page_url FROM presence_input WHERE has_left)) IS TRUE
)`;

// A company of which no event is new has a row too: its site sent something.
const toOutputSql = (isAny: boolean) => `
changes AS MATERIALIZED (
  SELECT company_id, array_agg(id) FILTER (WHERE id IS NOT NULL) AS event_ids,
         array_agg(occurred_at) FILTER (WHERE id IS NOT NULL) AS event_times
  FROM (
    SELECT company_id, id, occurred_at FROM new_events
    UNION ALL SELECT company_id, NULL, NULL FROM presence_input
    ${
      isAny
        ? `UNION ALL SELECT company_id, id, occurred_at FROM new_sessions
    UNION ALL SELECT company_id, NULL, NULL FROM fresh`
        : ''
    }
  ) AS changed
  GROUP BY company_id
), revisions AS (
  INSERT INTO dataset_revisions AS r (company_id, revision, last_event_at)
  SELECT company_id, (event_ids IS NOT NULL)::int, $7 FROM changes ORDER BY company_id
  ON CONFLICT (company_id) DO UPDATE
  SET revision = r.revision + excluded.revision, last_event_at = greatest(r.last_event_at, excluded.last_event_at)
  RETURNING company_id, revision
), journal AS (
  INSERT INTO event_changes (company_id, revision, event_ids, event_times, changed_at)
  SELECT company_id, revision, event_ids, event_times, $7
  FROM revisions JOIN changes USING (company_id) WHERE event_ids IS NOT NULL
)
SELECT 'notified' AS what, NULL AS id, ${sendPayloadSql('payload')}::text FROM unnest($9::text[]) AS payload`;

// Hashes are compared only within a day, because each day has another salt.
const alteredRepeatsSql = `
SELECT 'altered-repeat', e.company_id::text || e.id::text, NULL FROM sent e JOIN known k USING (company_id, id)
WHERE k.kind <> e.kind OR k.order_id IS DISTINCT FROM e.order_id OR k.amount IS DISTINCT FROM e.amount
   OR k.engaged_ms IS DISTINCT FROM e.engaged_ms OR (k.occurred_at = e.occurred_at AND (k.tab_id <> e.tab_id OR k.visitor_id <> e.visitor_id))`;

// An order that another process inserted since the snapshot is not visible here and counts as a duplicate.
const duplicateOrdersSql = `
SELECT 'duplicate-order', e.company_id::text || e.id::text, NULL FROM fresh e
WHERE e.kind = 'order'
  AND ((e.company_id, e.id) IN (SELECT company_id, event_id FROM new_orders)) IS NOT TRUE
  AND (SELECT 1 FROM shop_orders o WHERE o.company_id = e.company_id AND o.order_id = e.order_id
       AND o.amount = e.amount AND o.foreign_currency IS NOT DISTINCT FROM e.foreign_currency
       -- A page may know the visit of a verified order.
       AND (o.source = 'page' OR (o.source = 'server' AND e.reporter = 'server'))) IS NULL`;

const anySql = `
WITH ${inputSql}, ${anyEventsSql}, ${toVisitorsSql('$10', true)}, ${newSessionsSql},
${toLeftSessionsSql('$11', '$12')}, ${toOutputSql(true)}
UNION ALL ${alteredRepeatsSql}
UNION ALL ${duplicateOrdersSql}`;

/** The statement of batches without orders and session events. */
const toVisitsSql = (given: { visitors?: string; left?: [string, string] }) => `
WITH ${inputSql}, ${visitEventsSql}, ${given.visitors === undefined ? '' : `${toVisitorsSql(given.visitors, false)},`}
${given.left === undefined ? '' : `${toLeftSessionsSql(...given.left)},`} ${toOutputSql(false)}
UNION ALL ${alteredRepeatsSql}`;

const statements = {
  'store-batch': anySql,
  'store-visits': toVisitsSql({}),
  'store-visits-of-new': toVisitsSql({ visitors: '$10' }),
  'store-visits-that-end': toVisitsSql({ left: ['$10', '$11'] }),
  'store-visits-that-begin-and-end': toVisitsSql({ visitors: '$10', left: ['$11', '$12'] }),
};

/**
 * Stores a batch: events, shop orders, visitors, presence, revisions and the journal of changes. Resolves after COMMIT.
 * Repeating it changes nothing. Fails with a unique violation if another process stores one of the events at
 * the same moment, unless `isAlone` is false.
 */
export async function storeBatch(
  tx: Tx,
  batch: EventBatch,
  now: Date,
  { isAlone = true } = {},
): Promise<StoredBatch> {
  const nowMs = now.getTime();
  const left = batch.presence.filter((tab) => tab.has_left);
  const companyIds = [...new Set(batch.events.map((event) => event.company_id))];
  const changed = new Set([...companyIds, ...batch.presence.map((tab) => tab.company_id)]);
  const statement = chooseStatement();
  const visitors = [JSON.stringify(batch.visitors)];
  const leftSessions = [[...new Set(left.map((tab) => tab.company_id))], left.map((tab) => tab.session_id)];
  const found = await tx.query<{
    what: 'notified' | 'altered-repeat' | 'duplicate-order';
    id: string | null;
  }>({
    name: statement,
    text: statements[statement],
    values: [
      JSON.stringify(batch.events),
      JSON.stringify(batch.presence),
      new Date(nowMs - sameIdWindowMs),
      new Date(nowMs + sameIdWindowMs),
      companyIds,
      batch.events.map((event) => event.id),
      now,
      new Date(nowMs - presenceIntervalMs),
      toActivityPayloads([...changed]),
      ...(statement === 'store-batch' || batch.visitors.length > 0 ? visitors : []),
      ...(statement === 'store-batch' || left.length > 0 ? leftSessions : []),
    ],
  });
  const stored: StoredBatch = {
    alteredRepeats: new Set(batch.alteredRepeats),
    duplicateOrders: new Set(batch.duplicateOrders),
  };
  if (found.rows.every(({ what }) => what === 'notified')) return stored;
  const byId = new Map(batch.events.map((event) => [event.company_id + event.id, event]));
  for (const { what, id } of found.rows) {
    const event = byId.get(id ?? '');
    if (event && what === 'altered-repeat') stored.alteredRepeats.add(event);
    if (event && what === 'duplicate-order') stored.duplicateOrders.add(event);
  }
  return stored;

  function chooseStatement(): keyof typeof statements {
    const isRare = ({ kind }: EventRow) => kind === 'order' || kind === 'session';
    if (!isAlone || batch.events.some(isRare)) return 'store-batch';
    if (batch.visitors.length === 0) return left.length > 0 ? 'store-visits-that-end' : 'store-visits';
    return left.length > 0 ? 'store-visits-that-begin-and-end' : 'store-visits-of-new';
  }
}
