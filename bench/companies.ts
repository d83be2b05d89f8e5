import { openDb } from '../server/db/client.ts';
import { createCompany } from '../server/features/companies/companies.ts';

/** Many companies at once, past the command line. */
export async function createCompanies(databaseUrl: string, count: number): Promise<string[]> {
  const db = openDb({ url: databaseUrl, onError: () => {}, connectionsMax: 1 });
  try {
    const ids: string[] = [];
    while (ids.length < count) {
      // Nobody enters their keys: any secret seals them.
      const given = { name: `Company ${ids.length}`, domain: 'shop.test', allowDuplicate: true };
      ids.push((await createCompany(db, 'x'.repeat(32), given)).company.id);
    }
    return ids;
  } finally {
    await db.close();
  }
}
