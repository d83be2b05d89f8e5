import type { Db } from '../../../db/client.ts';
import { requireCompany } from '../../companies/companies.ts';

/** The settings of a company that the ledger needs. */
export interface LedgerCompany {
  id: string;
  currency: string;
  timeZone: string;
}

export async function findLedgerCompany(db: Db, companyId: string): Promise<LedgerCompany> {
  const { id, currency, timeZone } = await requireCompany(db, companyId);
  return { id, currency, timeZone };
}
