import type { CompanySetup } from '../../../contract/company/company-setup.ts';
import type { Tx } from '../../db/client.ts';

/** A company with its decisions, as they are stored. */
export interface SetupRow {
  id: string;
  setup: unknown;
}

export interface SetupCompanyRow extends SetupRow {
  name: string;
  time_zone: string;
  currency: string;
}

export async function findSetupCompany(tx: Tx, companyId: string): Promise<SetupCompanyRow | undefined> {
  const found = await tx.query<SetupCompanyRow>(
    'SELECT id, name, time_zone, currency, setup FROM companies WHERE id = $1',
    [companyId],
  );
  return found.rows[0];
}

/** The facts that the data of a company shows about the steps of its setup. */
export interface SetupFacts {
  /** The site has sent an event. */
  lastEventAt: Date | null;
  /** A shop order is stored, or a shop system or server can report one. */
  hasOrders: boolean;
  hasGoals: boolean;
  /** A person was invited, a link shared, or the company key used. */
  isHandedOut: boolean;
}

/** The facts of any number of companies, in four statements. */
export async function listSetupFacts(
  tx: Tx,
  companyIds: readonly string[],
): Promise<Map<string, SetupFacts>> {
  const [last, withOrders, withGoals, granted] = await Promise.all([
    listLastEvents(tx, companyIds),
    listCompaniesWithShopOrders(tx, companyIds),
    listCompaniesWithGoals(tx, companyIds),
    listGranted(tx, companyIds),
  ]);
  return new Map(
    granted.map(({ id, reports_orders, is_handed_out }) => [
      id,
      {
        lastEventAt: last.get(id) ?? null,
        hasOrders: reports_orders || withOrders.has(id),
        hasGoals: withGoals.has(id),
        isHandedOut: is_handed_out,
      },
    ]),
  );
}

async function listLastEvents(tx: Tx, companyIds: readonly string[]): Promise<Map<string, Date>> {
  const found = await tx.query<{ company_id: string; last_event_at: Date }>(
    'SELECT company_id, last_event_at FROM dataset_revisions WHERE company_id = ANY($1::uuid[])',
    [companyIds],
  );
  return new Map(found.rows.map((row) => [row.company_id, row.last_event_at]));
}

async function listCompaniesWithShopOrders(tx: Tx, companyIds: readonly string[]): Promise<Set<string>> {
  const found = await tx.query<{ id: string }>(
    // IN stops at the first order of each company.
    `SELECT id FROM companies WHERE id = ANY($1::uuid[])
       AND id IN (SELECT company_id FROM shop_orders WHERE company_id = ANY($1::uuid[]))`,
    [companyIds],
  );
  return new Set(found.rows.map(({ id }) => id));
}

async function listCompaniesWithGoals(tx: Tx, companyIds: readonly string[]): Promise<Set<string>> {
  const found = await tx.query<{ company_id: string }>(
    `SELECT company_id FROM goals WHERE company_id = ANY($1::uuid[])
     UNION ALL SELECT company_id FROM funnels WHERE company_id = ANY($1::uuid[])`,
    [companyIds],
  );
  return new Set(found.rows.map(({ company_id }) => company_id));
}

interface GrantedRow {
  id: string;
  reports_orders: boolean;
  is_handed_out: boolean;
}

/** The facts of tables that are not distributed. */
async function listGranted(tx: Tx, companyIds: readonly string[]): Promise<GrantedRow[]> {
  const found = await tx.query<GrantedRow>(
    `SELECT c.id,
       EXISTS (SELECT 1 FROM shop_connections s WHERE s.company_id = c.id AND s.sealed_secret IS NOT NULL)
         OR EXISTS (SELECT 1 FROM accesses a WHERE a.company_id = c.id AND a.kind = 'token'
           AND a.revoked_at IS NULL AND 'write-orders' = ANY (a.rights)) AS reports_orders,
       EXISTS (SELECT 1 FROM accesses a WHERE a.company_id = c.id AND a.revoked_at IS NULL
         AND (a.kind IN ('person', 'share') OR (a.kind = 'company' AND a.last_used_at IS NOT NULL)))
         AS is_handed_out
     FROM companies AS c WHERE c.id = ANY($1::uuid[])`,
    [companyIds],
  );
  return found.rows;
}

export async function updateSetup(tx: Tx, companyId: string, setup: CompanySetup): Promise<void> {
  await tx.query('UPDATE companies SET setup = $2 WHERE id = $1', [companyId, JSON.stringify(setup)]);
}
