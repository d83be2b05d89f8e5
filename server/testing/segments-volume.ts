import type { SegmentsFixture } from './segments-fixture.ts';

interface Volume {
  events: number;
  /** UTC. */
  day?: string;
  /** Characters of each path. */
  pathLength?: number;
  /** Bytes of the properties of each custom event. */
  propertyBytes?: number;
  /** The number of the first visitor. Calls with other numbers have other visitors. */
  firstVisitor?: number;
}

/**
 * Stores events in one statement: of each visitor four page views and two custom events, in one visit. The journal has
 * them as a range, as after a bulk load.
 */
export async function storeVolume(
  { db, dataset }: Pick<SegmentsFixture, 'db' | 'dataset'>,
  { events, day = '2026-11-10', pathLength = 10, propertyBytes = 20, firstVisitor = 0 }: Volume,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(`SET LOCAL statement_timeout = '300s'`);
    await tx.query(
      `INSERT INTO events (company_id, id, kind, path, referrer_host, browser, os, device, occurred_at, visitor_id, host,
         referrer_path, source, channel, country, language, browser_version, os_version, screen, event_name, properties)
       SELECT $1, gen_random_uuid(), CASE WHEN i % 3 = 2 THEN 'event' ELSE 'pageview' END,
         rpad('/p/' || i * 7919 % 20000 || '/', $3, 'x'), 'google.com', 'Firefox', 'Linux', 'desktop',
         $5::timestamptz + (i / 6 % 1400) * interval '1 minute' + (i % 6) * interval '1 second',
         hashtextextended(($6::int + i / 6)::text, 0), 'shop.test', '/search', 'Google', 'Organic Search',
         (ARRAY['DE', 'FR', 'US', 'GB'])[i / 6 % 4 + 1], 'de', (i / 6 % 90)::text, '11', 'desktop',
         CASE WHEN i % 3 = 2 THEN 'click' END,
         CASE WHEN i % 3 = 2 THEN jsonb_build_object('plan', (ARRAY['free', 'pro'])[i / 6 % 2 + 1], 'note', repeat('n', $4)) END
       FROM generate_series(0, $2::int - 1) AS s(i)`,
      [dataset.id, events, pathLength, propertyBytes, `${day}T00:10:00Z`, firstVisitor],
    );
    await tx.query(
      `WITH revisions AS (
         INSERT INTO dataset_revisions AS t (company_id, last_event_at, revision)
         VALUES ($1, now(), 1)
         ON CONFLICT (company_id) DO UPDATE SET revision = t.revision + 1 RETURNING company_id, revision)
       INSERT INTO event_changes (company_id, revision, range_from, range_to, changed_at)
       SELECT company_id, revision, $2::timestamptz, $2::timestamptz + interval '23 hours', now() FROM revisions`,
      [dataset.id, `${day}T00:10:00Z`],
    );
  });
}
