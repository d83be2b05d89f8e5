import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';
import { isLookalike, toPortalHost } from '../../../contract/rules/portal-host.ts';
import {
  type CustomDomain,
  type CustomDomains,
  type DomainState,
  domainLimits,
} from '../../../contract/site/domains.ts';
import type { Db } from '../../db/client.ts';
import { lockCompany, lockForTransaction } from '../../db/locks.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { toDisplayDomain } from '../../platform/domain.ts';
import { AppError } from '../../platform/errors.ts';
import { type AllowedHosts, toHostname } from '../../platform/http/allowed-hosts.ts';
import { toHostOrigin } from '../../platform/http/portal-hosts.ts';
import { companyNotFound } from '../access/access.ts';
import { type DomainChecks, toAuditObject } from './domain-checks.ts';
import type { DomainMap } from './domain-map.ts';
import {
  type DomainKey,
  type DomainRow,
  deleteDomainRow,
  findDomainRow,
  insertDomain,
  listDomainRows,
} from './domains.queries.ts';
import { toRecordName } from './proof-record.ts';

export interface DomainsDeps {
  db: Db;
  hosts: AllowedHosts;
  domains: DomainMap;
  checks: DomainChecks;
}

const proofBytes = 24;
const dayMs = 86_400_000;

/** The addresses of a company's portal, or (null) of the agency's portals. */
export async function listDomains(
  { db, hosts }: Pick<DomainsDeps, 'db' | 'hosts'>,
  companyId: string | null,
): Promise<CustomDomains> {
  const rows = await listDomainRows(db, companyId);
  return { domains: rows.map((row) => toDomain(hosts, row)), target: findTarget(hosts.publicUrl) };
}

/**
 * Claims an address. It shows nothing until its record is found. Several companies may claim one, so that a claim without a
 * proof blocks no one; a repeated request gets the same claim.
 */
export async function addDomain(
  { db, hosts }: Pick<DomainsDeps, 'db' | 'hosts'>,
  companyId: string | null,
  { host: entered, by }: { host: string; by: Actor },
): Promise<CustomDomain> {
  const host = requireHost(hosts, entered);
  return db.transaction(async (tx) => {
    if (companyId !== null && (await lockCompany(tx, companyId)) === undefined) throw companyNotFound();
    await lockForTransaction(tx, { lock: 'custom-domains' });
    const rows = await listDomainRows(tx, companyId);
    const known = rows.find((row) => row.host === host);
    if (known) return toDomain(hosts, known);
    requireRoom(companyId, rows.length);
    const row = await insertDomain(tx, {
      ...{ id: randomUUID(), host, company_id: companyId, created_by: by.name, created_at: new Date() },
      proof: randomBytes(proofBytes).toString('base64url'),
    });
    await recordAudit(tx, by, { action: 'domain.added', ...(await toAuditObject(tx, row)) });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    return toDomain(hosts, row);
  });
}

/** Asks for the record of an address now. */
export async function checkDomain(
  { db, hosts, domains, checks }: DomainsDeps,
  key: DomainKey,
  by: Actor,
): Promise<CustomDomain> {
  await requireRow({ db }, key);
  await checks.run(key.id, by);
  await domains.refresh();
  return toDomain(hosts, await requireRow({ db }, key));
}

/** Removes an address: requests to it are refused at once, and its open portals end. */
export async function removeDomain(
  { db, domains }: Pick<DomainsDeps, 'db' | 'domains'>,
  key: DomainKey,
  by: Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'custom-domains' });
    const row = await findDomainRow(tx, key);
    // A second click: it is removed already.
    if (!row) return;
    await recordAudit(tx, by, { action: 'domain.removed', ...(await toAuditObject(tx, row)) });
    await deleteDomainRow(tx, key);
    await notify(tx, { kind: 'domains-changed' });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
  });
  await domains.refresh();
}

function requireHost(hosts: AllowedHosts, entered: string): string {
  const found = toPortalHost(entered, domainToASCII);
  const problem =
    'problem' in found
      ? found.problem
      : hosts.has(found.host)
        ? 'This is the address of this server itself. Please enter another name.'
        : undefined;
  if ('host' in found && problem === undefined) return found.host;
  throw new AppError(400, 'invalid-request', problem ?? '', { field: 'host' });
}

function requireRoom(companyId: string | null, count: number): void {
  if (companyId !== null && count >= domainLimits.perCompany)
    throw new AppError(409, 'conflict', 'A company has one own address. Remove it to add another one.');
  if (count >= domainLimits.ofAgency)
    throw new AppError(409, 'conflict', `There are at most ${domainLimits.ofAgency} addresses for portals.`);
}

async function requireRow({ db }: Pick<DomainsDeps, 'db'>, key: DomainKey): Promise<DomainRow> {
  const row = await findDomainRow(db, key);
  if (!row) throw new AppError(404, 'not-found', 'This address was removed.');
  return row;
}

/** The name of this server for the records of addresses: PUBLIC_URL's, unless only this network knows it. */
function findTarget(publicUrl: string): string | null {
  const name = toHostname(new URL(publicUrl).host) ?? '';
  return isIP(name) === 0 && name.includes('.') && !name.endsWith('.localhost') ? name : null;
}

function toState({ verified_at, stopped_at }: DomainRow): DomainState {
  if (verified_at !== null) return 'in-use';
  return stopped_at === null ? 'waiting' : 'stopped';
}

const toIso = (at: Date | null) => at?.toISOString() ?? null;

function toDomain({ publicUrl }: AllowedHosts, row: DomainRow): CustomDomain {
  const { host } = row;
  const state = toState(row);
  const removedAt = new Date(row.created_at.getTime() + domainLimits.waitingDays * dayMs);
  return {
    ...{ id: row.id, host, displayHost: toDisplayDomain(host), state },
    isLookalike: isLookalike(host, domainToUnicode(host)),
    record: { name: toRecordName(host), value: row.proof },
    url: toHostOrigin(publicUrl, host),
    createdAt: row.created_at.toISOString(),
    verifiedAt: toIso(row.verified_at),
    stoppedAt: toIso(row.stopped_at),
    removedAt: state === 'waiting' ? removedAt.toISOString() : null,
    checkedAt: toIso(row.checked_at),
    problem: row.problem,
    isFailing: state === 'in-use' && row.failing_since !== null,
  };
}
