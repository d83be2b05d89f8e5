import pg from 'pg';
import { expect } from 'vitest';
import { verifyAccessResponse } from '../../contract/company/access.ts';
import { apiPaths } from '../../contract/paths.ts';
import { listTables } from '../db/transfer/tables.ts';
import { aCompany, anOrder, aPageview, aSession, publicOrigin, track } from './builders.ts';
import { withClient } from './database/with-client.ts';
import { expectAccepted } from './requests/expect-answers.ts';
import { expectOrdersMatchEvents, findRevision, sumEvents } from './stored-data.ts';
import { buildTestApp, type TestApp } from './test-app.ts';

type CompanyFixture = Awaited<ReturnType<typeof createCompanyFixture>>;

/** Creates a company with events through a server, stops the server, and returns what its events add up to. */
export async function createCompanyFixture(databaseUrl: string) {
  const t = await buildTestApp({ databaseUrl });
  const { company, accessKey } = await aCompany(t.db, { name: 'Öl & Söhne \\N "Ltd"' });
  const events = Array.from({ length: 40 }, (_, n) => [
    aPageview(company.id, { url: `https://shop.test/page-${n}`, sessionId: `s${n % 7}` }),
    aSession(company.id, `s${n % 7}`),
    anOrder(company.id, `A-${n}`, 19.99),
  ]).flat();
  for (let from = 0; from < events.length; from += 40)
    expectAccepted(await track(t.app, events.slice(from, from + 40)), 40);
  // A partition that only this database has.
  await t.db.query(
    `CREATE TABLE events_2001_05 PARTITION OF events FOR VALUES FROM ('2001-05-01Z') TO ('2001-06-01Z')`,
  );
  const sums = await sumEvents(t.db, company.id);
  const revision = await findRevision(t.db, company.id);
  await t.close();
  return { company, accessKey, sums, revision };
}

/** Checks on a new server that the company is unchanged, its portal opens and events are still counted. */
export async function expectCompanyIntact(
  databaseUrl: string,
  { company, accessKey, sums, revision }: CompanyFixture,
): Promise<void> {
  const t = await buildTestApp({ databaseUrl });
  try {
    expect(await sumEvents(t.db, company.id)).toEqual(sums);
    expect(await findRevision(t.db, company.id)).toBe(revision);
    await expectOrdersMatchEvents(t.db, company.id);
    expect(await openPortal(t, accessKey)).toMatchObject({ id: company.id, name: company.name });
    const month = await t.db.query(`SELECT to_regclass('events_2001_05') IS NOT NULL AS is_there`);
    expect(month.rows).toEqual([{ is_there: true }]);
    expectAccepted(await track(t.app, aPageview(company.id)), 1);
  } finally {
    await t.close();
  }
}

async function openPortal({ app }: TestApp, accessKey: string) {
  const answer = await app.inject({
    method: 'POST',
    url: apiPaths.verifyCompanyAccess,
    headers: { origin: publicOrigin },
    payload: { accessKey },
  });
  return verifyAccessResponse.parse(answer.json());
}

/** The names of the tables that have rows. */
export function listFilledTables(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const filled: string[] = [];
    for (const { name } of await listTables(client)) {
      const found = await client.query(`SELECT FROM ${pg.escapeIdentifier(name)} LIMIT 1`);
      if (found.rows.length > 0) filled.push(name);
    }
    return filled;
  });
}
