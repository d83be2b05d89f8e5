import { openDb } from '../server/db/client.ts';
import { createCompany } from '../server/features/companies/companies.ts';

/** Creates many companies without the command line. */
export async function createCompanies(databaseUrl: string, count: number): Promise<string[]> {
  const db = openDb({ url: databaseUrl, onError: () => {}, connectionsMax: 1 });
  try {
    const ids: string[] = [];
    while (ids.length < count) {
      // Their access keys are never used, so any secret will do.
      const company = { name: `Company ${ids.length}`, domain: 'shop.test', allowDuplicate: true };
      ids.push((await createCompany(db, 'x'.repeat(32), company)).company.id);
    }
    return ids;
  } finally {
    await db.close();
  }
}
