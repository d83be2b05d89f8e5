import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db, Tx } from '../../../db/client.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { recordEventChanges } from '../event-changes.queries.ts';
import {
  allowLongSearch,
  countUnlinkedEngagement,
  countVisitorRows,
  deleteUnlinkedEngagement,
  deleteVisitorRows,
  detachOrders,
  detachRefunds,
  type ErasedVisitors,
  findNextTransactionId,
  haveEnded,
  listLiveSalts,
  listVisitorsOfNetworks,
  lockRevision,
  type VisitorRows,
} from './erase-visitor.queries.ts';
import { toNetworkText, toVisitorAddress, toVisitorHash } from './visitor-hash.ts';
import { toVisitorSalt } from './visitor-salts.ts';

const dayMs = 86_400_000;
/** The time from the start of its day until a salt is destroyed (`visitor-salts.ts`). */
const saltLifetimeMs = 2 * dayMs;
/** Longer than a batch of events may take. */
const settleMaxMs = 10_000;
const settlePollMs = 50;

/** A person's address and browser, as the server saw them in a request. */
export interface ErasureSubject {
  address: string;
  userAgent: string;
}

/** Counts of the stored data about the visitors of one address and browser. */
export interface VisitorData extends VisitorRows {
  /** A browser on one day of the company. People who share address and browser cannot be distinguished. */
  visitors: number;
  /** Engagement of visitors without a page view that day. It may be theirs, and is erased too. */
  unlinkedEngagement: number;
}

/** Throws if it is not an address. Its text is what the hashes of visitors contain. */
export function toSubject(address: string, userAgent: string): ErasureSubject {
  if (isIP(address.trim()) === 0)
    throw new Error('--address must be an IP address such as 203.0.113.7 or 2001:db8::7');
  return { address: toVisitorAddress(address.trim()), userAgent };
}

/** Counts what is stored of today and yesterday. Nothing links earlier days to a person. */
export function findVisitorData(
  db: Db,
  companyId: string,
  subject: ErasureSubject,
  now: Date,
): Promise<VisitorData> {
  return db.transaction(async (tx) => (await find(tx, companyId, subject, now)).data);
}

async function find(tx: Tx, companyId: string, { address, userAgent }: ErasureSubject, now: Date) {
  await allowLongSearch(tx);
  const salts = await listLiveSalts(tx, companyId, now);
  const text = toNetworkText(address, userAgent);
  const networkIds = salts.map(({ salt, destroy_at }) =>
    toVisitorHash(toVisitorSalt(salt, destroy_at.getTime()), text),
  );
  const oldest = Math.min(
    now.getTime(),
    ...salts.map(({ destroy_at }) => destroy_at.getTime() - saltLifetimeMs),
  );
  const counted = await listVisitorsOfNetworks(tx, companyId, networkIds);
  // A visitor without an id of its browser has the id of its network.
  const erased = { ids: [...new Set([...counted, ...networkIds])], since: new Date(oldest) };
  return { erased, data: await count(tx, companyId, erased) };
}

async function count(tx: Tx, companyId: string, erased: ErasedVisitors): Promise<VisitorData> {
  const visitors = (await listVisitorsOfNetworks(tx, companyId, erased.ids)).length;
  const unlinkedEngagement = await countUnlinkedEngagement(tx, companyId, erased.since);
  return { ...(await countVisitorRows(tx, companyId, erased)), visitors, unlinkedEngagement };
}

/**
 * Erases what is stored about the visitors of one address and browser today and yesterday, and returns what that was.
 * Shop orders are business records and stay, without anything that describes the visitor. The change is in the journal,
 * so that segments are written again without them.
 */
export async function eraseVisitor(
  db: Db,
  company: { id: string; name: string },
  subject: ErasureSubject,
  { by, now }: { by: Actor; now: Date },
): Promise<VisitorData> {
  const { erased, data } = await db.transaction(async (tx) => {
    await lockRevision(tx, company.id);
    const found = await find(tx, company.id, subject, now);
    await deleteFound(tx, company.id, found, now);
    const { visitors, pageViews, otherEvents } = found.data;
    const events = pageViews + otherEvents;
    await recordAudit(tx, by, {
      action: 'visitor.erased',
      object: `${visitors} ${visitors === 1 ? 'visitor' : 'visitors'} (${events} ${events === 1 ? 'event' : 'events'}) of ${company.name}`,
      objectId: company.id,
    });
    return found;
  });
  // A batch that was being stored at that moment does not store the visitor again, who would then not be found.
  await waitForOpenTransactions(db, company.id);
  await db.transaction(async (tx) => {
    await lockRevision(tx, company.id);
    await allowLongSearch(tx);
    const late = await count(tx, company.id, erased);
    if (late.visitors + late.pageViews + late.otherEvents + late.orders + late.presence > 0)
      await deleteFound(tx, company.id, { erased, data: late }, now);
  });
  return data;
}

async function deleteFound(
  tx: Tx,
  companyId: string,
  { erased, data }: { erased: ErasedVisitors; data: VisitorData },
  now: Date,
): Promise<void> {
  await deleteVisitorRows(tx, companyId, erased);
  const refunds = await detachRefunds(tx, companyId, erased);
  await detachOrders(tx, companyId, erased);
  const unlinked = await deleteUnlinkedEngagement(tx, companyId, erased.since);
  const times = [data.from, data.to, unlinked.from, unlinked.to, refunds.from, refunds.to].flatMap(
    (time) => time?.getTime() ?? [],
  );
  // Times are stored in microseconds, and the range is inclusive.
  const range = { from: new Date(Math.min(...times)), to: new Date(Math.max(...times) + 1) };
  if (times.length > 0) await recordEventChanges(tx, companyId, range, now);
  await notify(tx, { kind: 'history-changed', companyId });
}

/** Waits until the transactions that are open now have ended, but not for long. */
async function waitForOpenTransactions(db: Db, companyId: string): Promise<void> {
  const next = await findNextTransactionId(db, companyId);
  const until = performance.now() + settleMaxMs;
  while (performance.now() < until && !(await haveEnded(db, companyId, next))) await delay(settlePollMs);
}
