import { isIP, SocketAddress } from 'node:net';
import type { Db, Tx } from '../../../db/client.ts';
import { notify } from '../../../db/notifications.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { recordEventChanges } from '../event-changes.queries.ts';
import {
  countVisitorRows,
  deleteVisitorRows,
  detachOrders,
  type ErasedVisitors,
  listLiveSalts,
  listVisitorsOfNetworks,
  lockTotals,
  subtractFromTotals,
  type VisitorRows,
} from './erase-visitor.queries.ts';
import { toNetworkText, toVisitorAddress, toVisitorHash } from './visitor-hash.ts';
import { toVisitorSalt } from './visitor-salts.ts';

const dayMs = 86_400_000;
/** From the start of its day until a salt is destroyed (`visitor-salts.ts`). */
const saltLifetimeMs = 2 * dayMs;

/** A person's address and browser, as the server saw them in a request. */
export interface ErasureSubject {
  address: string;
  userAgent: string;
}

/** What is stored about the visitors of one address and browser. */
export interface VisitorData extends VisitorRows {
  /** A browser on one day of the company. People who share address and browser cannot be distinguished. */
  visitors: number;
}

/** Throws if it is not an address. Its text is what the hashes of visitors contain. */
export function toSubject(address: string, userAgent: string): ErasureSubject {
  const version = isIP(address.trim());
  if (version === 0) throw new Error('--address must be an IP address such as 203.0.113.7 or 2001:db8::7');
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const canonical = new SocketAddress({ address: address.trim(), family }).address;
  return { address: toVisitorAddress(canonical), userAgent };
}

/** Counts what is stored of today and yesterday. Nothing links earlier days to a person. */
export async function findVisitorData(
  tx: Tx,
  companyId: string,
  subject: ErasureSubject,
  now: Date,
): Promise<VisitorData> {
  return (await find(tx, companyId, subject, now)).data;
}

async function find(tx: Tx, companyId: string, { address, userAgent }: ErasureSubject, now: Date) {
  const salts = await listLiveSalts(tx, companyId, now);
  const text = toNetworkText(address, userAgent);
  const networkIds = salts.map(({ salt, destroy_at }) =>
    toVisitorHash(toVisitorSalt(salt, destroy_at.getTime()), text),
  );
  const counted = await listVisitorsOfNetworks(tx, companyId, networkIds);
  const oldest = Math.min(
    now.getTime(),
    ...salts.map(({ destroy_at }) => destroy_at.getTime() - saltLifetimeMs),
  );
  const erased: ErasedVisitors = {
    // Without an id of its browser, a visitor's id is that of the network.
    ids: [...new Set([...counted, ...networkIds])],
    since: new Date(oldest),
  };
  const data = { ...(await countVisitorRows(tx, companyId, erased)), visitors: counted.length };
  return { erased, data };
}

/**
 * Erases what is stored about the visitors of one address and browser today and yesterday, and returns what that was.
 * Shop orders are business records and stay, without anything that describes the visitor. The change is in the journal,
 * so that segments are written again without them.
 */
export function eraseVisitor(
  db: Db,
  company: { id: string; name: string },
  subject: ErasureSubject,
  { by, now }: { by: Actor; now: Date },
): Promise<VisitorData> {
  return db.transaction(async (tx) => {
    await lockTotals(tx, company.id);
    const { erased, data } = await find(tx, company.id, subject, now);
    await deleteVisitorRows(tx, company.id, erased);
    await detachOrders(tx, company.id, erased);
    const { pageViews, visitors, from, to } = data;
    await subtractFromTotals(tx, company.id, { pageViews, users: visitors, now });
    // Times are stored in microseconds, and the range is inclusive.
    if (from && to) await recordEventChanges(tx, company.id, { from, to: new Date(to.getTime() + 1) }, now);
    const events = data.pageViews + data.otherEvents;
    await recordAudit(tx, by, {
      action: 'visitor.erased',
      object: `${visitors} ${visitors === 1 ? 'visitor' : 'visitors'} (${events} ${events === 1 ? 'event' : 'events'}) of ${company.name}`,
      objectId: company.id,
    });
    await notify(tx, { kind: 'readings-replaced', companyId: company.id });
    return data;
  });
}
