import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import {
  type Note,
  type NoteInput,
  type NoteList,
  type NoteRange,
  noteLimits,
  type TimeseriesFile,
} from '../../../contract/company/notes.ts';
import type { Db, Tx } from '../../db/client.ts';
import { recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../platform/idempotency/idempotency.ts';
import { companyNotFound, type PortalViewer, toPortalActor } from '../access/access.ts';
import {
  countNotes,
  deleteNote,
  findNote,
  insertNote,
  listNoteRows,
  lockNotesCompany,
  type NoteRow,
  type NotesCompany,
  updateNote,
} from './notes.queries.ts';

/** Who asks, and from which address. */
export interface NoteCaller {
  viewer: PortalViewer;
  address: string;
}

/** The notes of a company in ascending order of time. */
export async function listNotes(db: Db, viewer: PortalViewer, { from, to }: NoteRange): Promise<NoteList> {
  const { companyId } = viewer;
  const rows = await listNoteRows(db, companyId, { from: toDate(from), to: toDate(to) });
  return {
    annotations: rows.map((row) => toNote(row, viewer)),
    mayAnnotate: mayWrite(viewer),
  };
}

/** The notes of a range as its exports have them. */
export async function listExportedNotes(
  tx: Tx,
  companyId: string,
  { from, to }: { from: string; to: string },
): Promise<TimeseriesFile['annotations']> {
  const rows = await listNoteRows(tx, companyId, { from: new Date(from), to: new Date(to) });
  return rows.map(({ at, text }) => ({ at: at.toISOString(), text }));
}

/** Requests with the same idempotency claim add the note only once. */
export async function addNote(
  db: Db,
  { viewer, address }: NoteCaller,
  input: NoteInput,
  claim?: IdempotencyClaim,
): Promise<Note> {
  const { companyId } = viewer;
  const id = randomUUID();
  return db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, id);
    const company = await lockNotesCompany(tx, companyId);
    if (!company) throw companyNotFound();
    if (earlierId !== undefined) return requireEarlier(tx, viewer, earlierId);
    if ((await countNotes(tx, companyId)) >= noteLimits.perCompany) throw tooManyNotes();
    const actor = toPortalActor(viewer, address);
    const row = await insertNote(tx, {
      company_id: companyId,
      id,
      at: toInstant(input, company.timeZone),
      text: input.text,
      author: actor.name,
      viewer_id: viewer.admin ? null : viewer.sessionId,
    });
    const object = toAuditText(company, input);
    await recordAudit(tx, actor, { action: 'annotation.created', object, objectId: id });
    return toNote(row, viewer);
  });
}

export async function changeNote(
  db: Db,
  { viewer, address }: NoteCaller,
  id: string,
  input: NoteInput,
): Promise<Note> {
  return db.transaction(async (tx) => {
    const { row, company } = await requireChangeable(tx, viewer, id);
    const change = { at: toInstant(input, company.timeZone), text: input.text };
    await updateNote(tx, viewer.companyId, id, change);
    const object = toAuditText(company, input);
    await recordAudit(tx, toPortalActor(viewer, address), {
      action: 'annotation.changed',
      object,
      objectId: id,
    });
    return toNote({ ...row, ...change }, viewer);
  });
}

export async function removeNote(db: Db, { viewer, address }: NoteCaller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { row, company } = await requireChangeable(tx, viewer, id);
    await deleteNote(tx, viewer.companyId, id);
    const object = toAuditText(company, row);
    await recordAudit(tx, toPortalActor(viewer, address), {
      action: 'annotation.deleted',
      object,
      objectId: id,
    });
  });
}

/** A note the caller may change, with its company locked. */
async function requireChangeable(tx: Tx, viewer: PortalViewer, id: string) {
  const company = await lockNotesCompany(tx, viewer.companyId);
  if (!company) throw companyNotFound();
  const row = await findNote(tx, viewer.companyId, id);
  if (!row) throw new AppError(404, 'not-found', 'This note does not exist. It may have been deleted.');
  if (mayChange(row, viewer)) return { row, company };
  const message = 'Only administrators and the browser that added this note can change it.';
  throw new AppError(403, 'not-admin', message);
}

async function requireEarlier(tx: Tx, viewer: PortalViewer, id: string): Promise<Note> {
  const row = await findNote(tx, viewer.companyId, id);
  if (row) return toNote(row, viewer);
  const message = 'This note was added but has since been deleted. To add it again, start over.';
  throw new AppError(409, 'conflict', message);
}

const toDate = (instant: string | undefined) => (instant === undefined ? undefined : new Date(instant));

const mayWrite = ({ rights }: PortalViewer) => rights.has('annotate');

/** Viewers may change what this browser wrote, and only while they may write. */
const mayChange = (row: NoteRow, viewer: PortalViewer) =>
  viewer.admin !== null || (mayWrite(viewer) && row.viewer_id === viewer.sessionId);

function tooManyNotes(): AppError {
  const message = `This portal already has ${noteLimits.perCompany} notes. Delete one to add another.`;
  return new AppError(409, 'conflict', message);
}

const toNote = (row: NoteRow, viewer: PortalViewer): Note => ({
  id: row.id,
  at: row.at.toISOString(),
  text: row.text,
  mayChange: mayChange(row, viewer),
});

const toAuditText = ({ name }: NotesCompany, { text }: { text: string }) => `“${text}” of ${name}`;

/**
 * A time that clocks skip is that much later, one that they repeat is the first of the two. A day whose midnight is
 * skipped starts later.
 */
function toInstant({ date, time }: NoteInput, timeZone: string): Date {
  const day = Temporal.PlainDate.from(date);
  const zoned =
    time === undefined
      ? day.toZonedDateTime(timeZone)
      : day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) });
  return new Date(zoned.epochMilliseconds);
}
