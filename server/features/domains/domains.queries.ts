import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { customDomains } from '../../db/schema/agency.ts';

export type DomainRow = typeof customDomains.$inferSelect;

export interface DomainKey {
  /** Null for an address of the agency's portals. */
  companyId: string | null;
  id: string;
}

const ofOwner = (companyId: string | null) =>
  companyId === null ? isNull(customDomains.company_id) : eq(customDomains.company_id, companyId);

/** The addresses of a company, or those of the agency's portals, the oldest first. */
export async function listDomainRows(tx: Tx, companyId: string | null): Promise<DomainRow[]> {
  return tx.orm
    .select()
    .from(customDomains)
    .where(ofOwner(companyId))
    .orderBy(customDomains.created_at, customDomains.id);
}

export async function findDomainRow(tx: Tx, { companyId, id }: DomainKey): Promise<DomainRow | undefined> {
  const [found] = await tx.orm
    .select()
    .from(customDomains)
    .where(and(ofOwner(companyId), eq(customDomains.id, id)));
  return found;
}

export async function insertDomain(tx: Tx, row: typeof customDomains.$inferInsert): Promise<DomainRow> {
  const [inserted] = await tx.orm.insert(customDomains).values(row).returning();
  if (!inserted) throw new Error('the new address was not returned');
  return inserted;
}

export async function deleteDomainRow(tx: Tx, { companyId, id }: DomainKey): Promise<void> {
  await tx.orm.delete(customDomains).where(and(ofOwner(companyId), eq(customDomains.id, id)));
}

/** The claim that a host is in use for, whichever company it is of. */
export async function findHolder(tx: Tx, host: string): Promise<DomainRow | undefined> {
  const found = await tx.query<DomainRow>(
    'SELECT * FROM custom_domains WHERE host = $1 AND verified_at IS NOT NULL',
    [host],
  );
  return found.rows[0];
}

export interface DomainInUse {
  id: string;
  host: string;
  company_id: string | null;
  found_at: Date | null;
}

/** Every host that is in use, the oldest first. */
export async function listDomainsInUse(tx: Tx): Promise<DomainInUse[]> {
  const found = await tx.query<DomainInUse>({
    name: 'list-domains-in-use',
    text: `SELECT id, host, company_id, found_at FROM custom_domains
           WHERE verified_at IS NOT NULL ORDER BY created_at, host`,
    values: [],
  });
  return found.rows;
}

/** A claim by its id alone, for checks of its record. */
export async function findClaim(tx: Tx, id: string): Promise<DomainRow | undefined> {
  const found = await tx.query<DomainRow>('SELECT * FROM custom_domains WHERE id = $1', [id]);
  return found.rows[0];
}

/** The claims whose record is due to be checked, those that were not checked for the longest time first. */
export async function listClaimsDue(
  tx: Tx,
  { checkedBefore, stoppedAfter, max }: { checkedBefore: Date; stoppedAfter: Date; max: number },
): Promise<DomainRow[]> {
  const found = await tx.query<DomainRow>(
    `SELECT * FROM custom_domains
     WHERE checked_at IS NULL OR checked_at < $1
        OR (verified_at IS NULL AND (stopped_at IS NULL OR stopped_at > $2))
        OR (verified_at IS NOT NULL AND failing_since IS NOT NULL)
     ORDER BY checked_at NULLS FIRST LIMIT $3`,
    [checkedBefore, stoppedAfter, max],
  );
  return found.rows;
}

export type CheckedColumns = Pick<
  DomainRow,
  'verified_at' | 'stopped_at' | 'found_at' | 'checked_at' | 'problem' | 'failing_since'
>;

/** Stores the result of a check of a claim. */
export async function updateChecked(tx: Tx, id: string, columns: CheckedColumns): Promise<void> {
  await tx.query(
    `UPDATE custom_domains SET verified_at = $2, stopped_at = $3, found_at = $4, checked_at = $5, problem = $6,
       failing_since = $7
     WHERE id = $1`,
    [
      id,
      columns.verified_at,
      columns.stopped_at,
      columns.found_at,
      columns.checked_at,
      columns.problem,
      columns.failing_since,
    ],
  );
}

/** Deletes the claims that were never proved. */
export async function deleteUnproved(tx: Tx, createdBefore: Date): Promise<void> {
  await tx.query(
    `DELETE FROM custom_domains WHERE verified_at IS NULL AND stopped_at IS NULL AND created_at < $1`,
    [createdBefore],
  );
}

/** The name of a company, for the audit log. */
export async function findOwnerName(tx: Tx, companyId: string): Promise<string | undefined> {
  const found = await tx.query<{ name: string }>('SELECT name FROM companies WHERE id = $1', [companyId]);
  return found.rows[0]?.name;
}
