import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anEventRow } from '../../testing/builders.ts';
import { openTestDb } from '../../testing/test-app.ts';
import { storeInForm } from './collect.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
let other: pg.Client;
beforeAll(async () => {
  t = await openTestDb({ isPlain: true });
  other = new pg.Client({ connectionString: t.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await t.close();
});

const empty = { visitors: [], presence: [], alteredRepeats: [], duplicateOrders: [] };

test('an event that another process stores at the same moment is stored once, and the rest of the batch as well', async () => {
  const companyId = randomUUID();
  const events = [anEventRow(companyId), anEventRow(companyId)].sort((a, b) => (a.id < b.id ? -1 : 1));
  const [first] = events;
  await other.query('BEGIN');
  await other.query(
    `INSERT INTO events (company_id, id, occurred_at, kind, path, referrer_host, browser, os, device)
     VALUES ($1, $2, $3, 'pageview', '/', '', 'Other', 'Other', 'other')`,
    [companyId, first?.id, first?.occurred_at],
  );
  const storing = storeInForm(t.db, 'single', { ...empty, events }, new Date());
  await vi.waitFor(async () => {
    // On another connection, because a transaction sees a frozen state of this view.
    const { rows } = await t.db.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  }, 60_000);
  await other.query('COMMIT');
  expect(await storing).toEqual({ alteredRepeats: new Set(), duplicateOrders: new Set() });
  const { rows } = await t.db.query('SELECT id FROM events WHERE company_id = $1 ORDER BY id', [companyId]);
  expect(rows).toEqual(events.map(({ id }) => ({ id })));
  // The other process records its own in the journal.
  const journal = await t.db.query('SELECT event_ids FROM event_changes WHERE company_id = $1', [companyId]);
  expect(journal.rows).toEqual([{ event_ids: [events[1]?.id] }]);
});
