import { and, asc, count, eq, gte, lt } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { companies } from '../../db/schema/companies.ts';
import { annotations } from '../../db/schema/goals.ts';

export type NoteRow = typeof annotations.$inferSelect;

export interface NotesCompany {
  timeZone: string;
  name: string;
}

const companyColumns = {
  timeZone: companies.time_zone,
  name: companies.name,
};

/** Changes of the notes of one company run one after the other, and not while it is being deleted. */
export async function lockNotesCompany(tx: Tx, companyId: string): Promise<NotesCompany | undefined> {
  const [found] = await tx.orm
    .select(companyColumns)
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('no key update');
  return found;
}

/** The notes in ascending order of time. `from` is included, `to` is not. */
export async function listNoteRows(
  tx: Tx,
  companyId: string,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
): Promise<NoteRow[]> {
  return tx.orm
    .select()
    .from(annotations)
    .where(
      and(
        eq(annotations.company_id, companyId),
        from && gte(annotations.at, from),
        to && lt(annotations.at, to),
      ),
    )
    .orderBy(asc(annotations.at), asc(annotations.id));
}

export async function countNotes(tx: Tx, companyId: string): Promise<number> {
  const [found] = await tx.orm
    .select({ count: count() })
    .from(annotations)
    .where(eq(annotations.company_id, companyId));
  return found?.count ?? 0;
}

export async function findNote(tx: Tx, companyId: string, id: string): Promise<NoteRow | undefined> {
  const [found] = await tx.orm
    .select()
    .from(annotations)
    .where(and(eq(annotations.company_id, companyId), eq(annotations.id, id)));
  return found;
}

export async function insertNote(tx: Tx, row: Omit<NoteRow, 'created_at'>): Promise<NoteRow> {
  const [inserted] = await tx.orm.insert(annotations).values(row).returning();
  if (!inserted) throw new Error('the new note was not returned');
  return inserted;
}

export async function updateNote(
  tx: Tx,
  companyId: string,
  id: string,
  change: Pick<NoteRow, 'at' | 'text'>,
): Promise<void> {
  await tx.orm
    .update(annotations)
    .set(change)
    .where(and(eq(annotations.company_id, companyId), eq(annotations.id, id)));
}

export async function deleteNote(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.orm.delete(annotations).where(and(eq(annotations.company_id, companyId), eq(annotations.id, id)));
}
