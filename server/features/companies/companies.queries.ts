import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { companies } from '../../db/schema.ts';

export type CompanyRow = typeof companies.$inferSelect;
type Orm = Pick<NodePgDatabase, 'insert' | 'select'>;

export async function insertCompany(orm: Orm, row: typeof companies.$inferInsert): Promise<CompanyRow> {
  const [inserted] = await orm.insert(companies).values(row).returning();
  if (!inserted) throw new Error('the new company was not returned');
  return inserted;
}

export async function findCompanyById(orm: Orm, id: string): Promise<CompanyRow | undefined> {
  const [found] = await orm.select().from(companies).where(eq(companies.id, id)).limit(1);
  return found;
}
