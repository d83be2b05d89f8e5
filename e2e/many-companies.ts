import { openDb } from '../server/db/client.ts';
import { createCompany } from '../server/features/companies/companies.ts';
import { findDatabaseUrl } from './story-database.ts';

interface ManyCompanies {
  dataDir: string;
  appSecret: string;
  /** Names of the companies. Each has a domain of its number. */
  names: readonly string[];
  /** The groups of a company, by its place in the names. */
  groupsOf?: (index: number) => string[];
}

/** Creates companies in the database of a running server, much faster than requests would. Returns their ids. */
export async function createCompanies({
  dataDir,
  appSecret,
  names,
  groupsOf = () => [],
}: ManyCompanies): Promise<string[]> {
  const db = openDb({ url: await findDatabaseUrl(dataDir), onError: console.error });
  try {
    const ids: string[] = [];
    for (const [index, name] of names.entries()) {
      const { company } = await createCompany(db, appSecret, { name, domain: `client${index + 1}.example` });
      const groups = groupsOf(index);
      if (groups.length > 0)
        await db.query('UPDATE companies SET groups = $1 WHERE id = $2', [groups, company.id]);
      ids.push(company.id);
    }
    return ids;
  } finally {
    await db.close();
  }
}
