import type { Db } from '../../../db/client.ts';
import { requireCompany } from '../../companies/companies.ts';
import type { VisitorSalts } from '../../tracking/visitors/visitor-salts.ts';

export interface LedgerDeps {
  db: Db;
  /** The salts of the last days, with which visitors are recognized. */
  salts: VisitorSalts;
  /** What the names of customers are hashed with. */
  customerKey: Buffer;
}

/** What the ledger needs of a company. */
export interface LedgerCompany {
  id: string;
  currency: string;
  timeZone: string;
}

export async function findLedgerCompany(db: Db, companyId: string): Promise<LedgerCompany> {
  const { id, currency, timeZone } = await requireCompany(db, companyId);
  return { id, currency, timeZone };
}
