import type { Inbox, InboxChange, InboxFilter, InboxItem, InboxQuery } from '../../../contract/inbox.ts';
import type { Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { type ListPosition, readCursor, toCursor } from '../../platform/http/cursor.ts';
import { csvByteOrderMark, toCsvLine } from '../../platform/http/files/csv.ts';
import { toMailIds } from './mail-ids.ts';
import { countItems, deleteItem, findItem, listItems, updateItem } from './messages.queries.ts';
import type { MessagesDeps } from './messages.ts';

const pageSize = 50;
const filePageSize = 500;

const toPosition = ({ createdAt, id }: InboxItem): ListPosition => ({ createdAt: new Date(createdAt), id });

/** A page of the inbox, newest first, with the counts of unread items and spam in the whole inbox. */
export async function readInbox({ db }: MessagesDeps, { after, ...filter }: InboxQuery): Promise<Inbox> {
  // Reads one item more than a page, to find out whether there is a next page.
  const found = await listItems(db, filter, readCursor(after), pageSize + 1);
  const items = found.slice(0, pageSize);
  const last = items.at(-1);
  const next = last && found.length > pageSize ? toCursor(toPosition(last)) : null;
  return { items, next, ...(await countItems(db)) };
}

export async function changeInboxItem(
  { db }: MessagesDeps,
  id: string,
  { state, note }: InboxChange,
  by: Actor,
): Promise<InboxItem> {
  return db.transaction(async (tx) => {
    const item = await requireItem(tx, id);
    const isHandled = state === 'handled';
    await updateItem(tx, item, {
      ...(note === undefined ? {} : { note }),
      ...(state === undefined || state === item.state
        ? {}
        : {
            state,
            // An administrator has checked it, so it is no longer suspected.
            spam_reason: null,
            handled_at: isHandled ? new Date() : null,
            handled_by: isHandled ? by.name : null,
          }),
    });
    const action = state === undefined ? 'inbox.noted' : `inbox.${state}`;
    await recordAudit(tx, by, { action, object: toObject(item), objectId: id });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'inbox' });
    return requireItem(tx, id);
  });
}

/** Deletes an item and its mails. The audit log does not record whose it was. */
export async function eraseInboxItem({ db, mailer }: MessagesDeps, id: string, by: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const item = await requireItem(tx, id);
    const { notice, confirmation } = toMailIds(id);
    await deleteItem(tx, item);
    await mailer.erase(tx, [notice, confirmation]);
    await recordAudit(tx, by, { action: 'inbox.deleted', object: toObject(item), objectId: id });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'inbox' });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'mails' });
  });
}

const columns: [title: string, read: (item: InboxItem) => string][] = [
  ['Received (UTC)', ({ createdAt }) => createdAt],
  ['Kind', ({ kind }) => kind],
  ['Page', ({ source }) => source],
  ['State', ({ state }) => state],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Company', ({ company }) => company],
  ['Phone', ({ phone }) => phone],
  ['Interest', ({ interest }) => interest],
  ['Subject', ({ subject }) => subject],
  ['Message', ({ message }) => message],
  ['Note', ({ note }) => note],
  ['Handled (UTC)', ({ handledAt }) => handledAt ?? ''],
  ['Handled by', ({ handledBy }) => handledBy ?? ''],
  ['Suspected because', ({ spamReason }) => spamReason ?? ''],
];

/** All items that match the filter as CSV, read page by page while it is sent. */
export async function* writeInboxCsv({ db }: MessagesDeps, filter: InboxFilter): AsyncGenerator<string> {
  yield csvByteOrderMark + toCsvLine(columns.map(([title]) => title));
  let after: ListPosition | undefined;
  do {
    const items = await listItems(db, filter, after, filePageSize);
    yield items.map((item) => toCsvLine(columns.map(([, read]) => read(item)))).join('');
    const last = items.at(-1);
    after = last && items.length === filePageSize ? toPosition(last) : undefined;
  } while (after);
}

async function requireItem(tx: Tx, id: string): Promise<InboxItem> {
  const item = await findItem(tx, id);
  if (!item) throw new AppError(404, 'not-found', 'This message no longer exists.');
  return item;
}

function toObject({ kind }: InboxItem): string {
  return kind === 'demo' ? 'a demo request' : 'a message';
}
