import { desc } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { reportTemplates } from '../../../db/schema/reports.ts';

type TemplateRow = typeof reportTemplates.$inferSelect;

/** Undefined before the first change. */
export async function findNewestTemplate(tx: Tx): Promise<TemplateRow | undefined> {
  const [found] = await tx.orm.select().from(reportTemplates).orderBy(desc(reportTemplates.version)).limit(1);
  return found;
}

/** False if another request has saved a version with this number. */
export async function insertTemplate(tx: Tx, row: TemplateRow): Promise<boolean> {
  const inserted = await tx.orm
    .insert(reportTemplates)
    .values(row)
    .onConflictDoNothing()
    .returning({ version: reportTemplates.version });
  return inserted.length === 1;
}
