import { openDb } from '../server/db/client.ts';
import { createCompany } from '../server/features/companies/companies.ts';

/** Creates companies without the command line, which would take a process for each. */
export async function createCompanies(
  { databaseUrl, appSecret }: { databaseUrl: string; appSecret: string },
  names: string[],
): Promise<string[]> {
  const db = openDb({ url: databaseUrl, onError: () => {}, connectionsMax: 1 });
  try {
    const ids: string[] = [];
    for (const name of names) {
      const company = { name, domain: 'shop.test', allowDuplicate: true };
      ids.push((await createCompany(db, appSecret, company)).company.id);
    }
    return ids;
  } finally {
    await db.close();
  }
}
