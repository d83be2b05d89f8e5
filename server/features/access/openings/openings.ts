import type { Opening } from '../../../../contract/company/accesses.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import type { ListPosition } from '../../../platform/http/cursor.ts';
import { csvByteOrderMark, toCsvLine } from '../../../platform/http/files/csv.ts';
import { createUuidV7 } from '../../../platform/uuid-v7.ts';
import type { PortalViewer } from '../access.ts';
import {
  countVisits,
  hasOpened,
  listLastOpeningRows,
  listOpeningRows,
  lockAccess,
  logOpening,
  type OpeningRow,
  type OpeningsOf,
} from './openings.queries.ts';

/** A browser that loads a portal again within this time has not opened it again. */
const openingMs = 30 * 60_000;
/** In place of the session of a browser: the log has one entry for all that open a share link. */
const sharedSessionId = 'shared';

/** Records that a portal was opened, unless the same browser did so a short time ago. Administrators are not recorded. */
export async function recordOpening(db: Db, viewer: PortalViewer, now: Date): Promise<void> {
  const { access, companyId, sessionId } = viewer;
  // A share link counts each time that it is opened, see below.
  if (!access || access.kind === 'token' || access.kind === 'share') return;
  const after = new Date(now.getTime() - openingMs);
  const asked = { companyId, accessId: access.id, sessionId, after };
  if (await hasOpened(db, asked)) return;
  await db.transaction(async (tx) => {
    // A page asks more than once at the same time.
    await lockAccess(tx, companyId, access.id);
    if (await hasOpened(tx, asked)) return;
    await countVisits(tx, { companyId, accessId: access.id, count: 1, at: now });
    await logOpening(tx, {
      ...{ id: createUuidV7(now), at: now, company_id: companyId, access_id: access.id },
      ...{ access_name: access.name, kind: access.kind, session_id: sessionId },
    });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
  });
}

export interface OpenedShareRow {
  access_id: string;
  access_name: string;
  company_id: string;
}

/**
 * Counts how often a share link was opened. The log has it once in half an hour for all readers: a page that embeds it may be
 * opened thousands of times a day.
 */
export async function recordShareOpenings(
  db: Db,
  share: OpenedShareRow,
  count: number,
  now: Date,
): Promise<void> {
  const { access_id: accessId, company_id: companyId } = share;
  const after = new Date(now.getTime() - openingMs);
  const isLogged = await hasOpened(db, { companyId, accessId, sessionId: sharedSessionId, after });
  await db.transaction(async (tx) => {
    await countVisits(tx, { companyId, accessId, count, at: now });
    if (isLogged) return;
    await logOpening(tx, {
      ...{ id: createUuidV7(now), at: now, company_id: companyId, access_id: accessId },
      ...{ access_name: share.access_name, kind: 'share', session_id: sharedSessionId },
    });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
  });
}

/** When each company's portal was last opened by anyone outside the agency. */
export const listLastOpenings = (tx: Tx): Promise<Map<string, Date>> => listLastOpeningRows(tx);

export const toOpening = (row: OpeningRow): Opening => ({
  id: row.id,
  at: row.at.toISOString(),
  companyId: row.company_id,
  company: row.company,
  access: row.access_name,
  kind: row.kind,
});

const exportPageSize = 500;

/** The openings of one company, or of all, newest first, read page by page. */
export async function* writeOpeningsCsv(db: Db, of: OpeningsOf): AsyncGenerator<string> {
  yield csvByteOrderMark + toCsvLine(['at', 'company', 'access', 'kind', 'company id']);
  let after: ListPosition | undefined;
  for (;;) {
    const rows = await listOpeningRows(db, { of, max: exportPageSize, after });
    yield rows
      .map(toOpening)
      .map(({ at, company, access, kind, companyId }) => toCsvLine([at, company, access, kind, companyId]))
      .join('');
    const last = rows.at(-1);
    if (rows.length < exportPageSize || !last) return;
    after = { createdAt: last.at, id: last.id };
  }
}
