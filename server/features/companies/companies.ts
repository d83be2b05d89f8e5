import { randomUUID } from 'node:crypto';
import {
  type AdminCompany,
  type Company,
  type Currency,
  companyId,
  currency,
} from '../../../contract/company/companies.ts';
import { setupSteps } from '../../../contract/company/company-setup.ts';
import { type PortalDisplay, portalDisplay, usualDisplay } from '../../../contract/company/portal-display.ts';
import { orderAmountMaxDefault } from '../../../contract/constants.ts';
import { invalidTimeZone, toTimeZone } from '../../../contract/rules/time-zone.ts';
import { type CompanyBrand, companyBrand } from '../../../contract/site/agency-settings.ts';
import type { Db, Tx } from '../../db/client.ts';
import { lockForTransaction } from '../../db/locks.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, operator, recordAudit } from '../../platform/audit.ts';
import { requireDomain, toDisplayDomain } from '../../platform/domain.ts';
import { AppError } from '../../platform/errors.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../platform/idempotency/idempotency.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { companyNotFound } from '../access/access.ts';
import { findFirstAccessKey, issueAccessKey } from '../access/company-key.ts';
import { type CompanyScope, isInScope, takeCompany } from '../sessions/sessions.ts';
import {
  type CompanyRow,
  findCompanyById,
  hasShopConnection,
  hasShopOrders,
  insertCompany,
  isKnownTimeZone,
  listCompaniesByDomain,
  listStatisticsFailures,
  listTrackedCompanies,
  type StatisticsFailure,
  type TrackedCompanyRow,
} from './companies.queries.ts';

export interface CompanyInput {
  /** Generated if not given. */
  id?: string;
  name: string;
  domain: string;
  description?: string;
  currency?: Currency;
  /** Largest amount of one order, in units of the currency. */
  orderAmountMax?: number;
  /** IANA name; UTC if not given. */
  timeZone?: string;
  storesVisitorId?: boolean;
  hasHashRouting?: boolean;
  /** Whether another company may have the same name and domain. */
  allowDuplicate?: boolean;
}

type NameAndDomain = Pick<CompanyRow, 'name' | 'domain'>;

export interface CreatedCompany {
  company: Company;
  accessKey: string;
}

/**
 * Creates a company and its first access key. Requests with the same idempotency claim create it only once. A manager with
 * chosen companies gets the new one, and learns nothing about those of others.
 */
export async function createCompany(
  tx: Tx,
  appSecret: string,
  given: CompanyInput,
  by: Actor = operator,
  claim?: IdempotencyClaim,
  scope: CompanyScope = 'all',
): Promise<CreatedCompany> {
  const name = toName(given.name);
  const domain = requireDomain(given.domain);
  const id = given.id ?? randomUUID();
  const timeZone = await requireTimeZone(tx, given.timeZone ?? 'UTC');
  return tx.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, id);
    if (earlierId !== undefined) return requireCreatedCompany(tx, appSecret, earlierId, scope);
    if (!given.allowDuplicate) await requireNoDuplicate(tx, { name, domain }, scope);
    const row = await insertCompany(tx, {
      id,
      name,
      description: given.description?.trim() ?? '',
      domain,
      currency: given.currency ?? 'USD',
      order_amount_max: given.orderAmountMax ?? orderAmountMaxDefault,
      time_zone: timeZone,
      stores_visitor_id: given.storesVisitorId ?? true,
      has_hash_routing: given.hasHashRouting ?? false,
      setup: { skipped: [] },
    });
    const { accessKey } = await issueAccessKey(tx, appSecret, row.id, by.name);
    await takeCompany(tx, scope, row.id);
    await recordAudit(tx, by, { action: 'company.created', object: name, objectId: row.id });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    return { company: toCompany(row), accessKey };
  });
}

// The names of queued jobs are stored: renaming them would lose jobs.
export const dataDeletionQueue = 'company-remains';

/**
 * Deletes everything stored for a deleted company, or for demo data that was replaced or cleared, in a durable job after
 * the transaction.
 */
export async function queueDataDeletion(tx: Tx, jobs: Jobs, datasetId: string): Promise<void> {
  await jobs.send(tx, dataDeletionQueue, datasetId);
}

/** The response of an earlier request that created this company. The access key is empty if it has been replaced. */
export async function requireCreatedCompany(
  tx: Tx,
  appSecret: string,
  id: string,
  scope: CompanyScope,
): Promise<CreatedCompany> {
  const row = await findCompanyById(tx, id);
  // It may have been taken from the manager who created it.
  if (!row || !(await isInScope(tx, scope, id))) {
    const message = 'This company was created but has since been deleted. To create it again, start over.';
    throw new AppError(409, 'conflict', message);
  }
  return { company: toCompany(row), accessKey: await findFirstAccessKey(tx, appSecret, id) };
}

export const hasSameNameAndDomain = (one: NameAndDomain, other: NameAndDomain) =>
  one.domain === other.domain && toComparable(one.name) === toComparable(other.name);

const toComparable = (name: string) => name.normalize('NFKC').replaceAll(/\s+/g, ' ').toLowerCase();

/**
 * Throws if another company of the scope has this name and domain. No other request can add one until the transaction
 * ends. The error names the other company, so it must be one that the caller may see.
 */
export async function requireNoDuplicate(tx: Tx, wanted: NameAndDomain, scope: CompanyScope): Promise<void> {
  await lockForTransaction(tx, { lock: 'company', domain: wanted.domain });
  const found = (await listCompaniesByDomain(tx, wanted.domain, scope)).find((each) =>
    hasSameNameAndDomain(each, wanted),
  );
  if (!found) return;
  const message = `There is already a company named ${found.name} for ${toDisplayDomain(found.domain)}.`;
  throw new AppError(409, 'company-exists', message, { conflictId: found.id });
}

export function toName(entered: string): string {
  const name = entered.trim();
  if (name !== '' && name.length <= 200) return name;
  const message = 'Please enter a name of at most 200 characters.';
  throw new AppError(400, 'invalid-request', message, { field: 'name' });
}

export async function requireTimeZone(tx: Tx, entered: string): Promise<string> {
  const timeZone = toTimeZone(entered);
  if (timeZone === 'UTC') return timeZone;
  if (timeZone && (await isKnownTimeZone(tx, timeZone))) return timeZone;
  const message = timeZone ? `The database does not know the time zone ${timeZone}.` : invalidTimeZone;
  throw new AppError(400, 'invalid-request', message, { field: 'timeZone' });
}

/** The display that was chosen for the portal. Null without one, or if this version cannot read it. */
export const toChosenDisplay = (row: CompanyRow): PortalDisplay | null =>
  portalDisplay.safeParse(row.portal_display).data ?? null;

/** The own fields of the portal's brand. Null without any, or if this version cannot read them. */
export const toOwnBrand = (row: CompanyRow): CompanyBrand | null =>
  companyBrand.safeParse(row.brand).data ?? null;

async function findCompany(db: Db, id: string): Promise<Company | undefined> {
  const row = await findCompanyById(db, id);
  return row && toCompany(row);
}

/** Throws the same error for a company that does not exist as for one the caller may not see. */
export async function requireCompany(db: Db, id: string): Promise<Company> {
  const found = companyId.safeParse(id).success ? await findCompany(db, id) : undefined;
  if (!found) throw companyNotFound();
  return found;
}

/** A company as its portal needs it. */
interface ShownCompany {
  company: Company;
  display: PortalDisplay;
  brand: CompanyBrand | null;
  hasShop: boolean;
}

/** A company with what its portal shows. Throws like `requireCompany`. */
export async function requireShownCompany(db: Db, id: string): Promise<ShownCompany> {
  const row = await findCompanyById(db, id);
  if (!row) throw companyNotFound();
  const hasShop =
    (await hasShopOrders(db, row.demo_dataset_id ?? id)) ||
    (row.demo_dataset_id !== null && (await hasShopOrders(db, id))) ||
    (await hasShopConnection(db, id));
  return {
    company: toCompany(row),
    display: toChosenDisplay(row) ?? usualDisplay,
    brand: toOwnBrand(row),
    hasShop,
  };
}

const toDisplayHost = (host: string) =>
  host.startsWith('*.') ? `*.${toDisplayDomain(host.slice(2))}` : toDisplayDomain(host);

export function toCompany(row: CompanyRow): Company {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    domain: row.domain,
    displayDomain: toDisplayDomain(row.domain),
    hostNames: row.host_names.map(toDisplayHost),
    currency: currency.parse(row.currency),
    timeZone: row.time_zone,
    storesVisitorId: row.stores_visitor_id,
    hasHashRouting: row.has_hash_routing,
    weekStart: row.week_start,
    countsOnlyVerified: row.counts_only_verified,
    created_at: row.created_at.toISOString(),
  };
}

/** A company that was created just now. */
export const toNewAdminCompany = (created: Company, accessKey: string): AdminCompany => ({
  ...created,
  orderAmountMax: orderAmountMaxDefault,
  excludedPaths: [],
  excludedAddresses: [],
  hasOrders: false,
  portalDisplay: null,
  brand: null,
  groups: [],
  access_key: accessKey,
  active: 0,
  lastEventAt: null,
  statisticsBehind: null,
  demoDataSince: null,
  lastOpenedAt: null,
  setup: { done: 0, of: setupSteps.length },
});

/** A failed build is repeated every ten minutes: one that is older belongs to a machine that is gone. */
const failureShownMs = 86_400_000;

/** Why the statistics of datasets, which are companies or their demo data, cannot be built or read. */
export const listShownFailures = (tx: Tx, now: Date): Promise<Map<string, StatisticsFailure>> =>
  listStatisticsFailures(tx, new Date(now.getTime() - failureShownMs));

/** The stored settings of a company that decide what counts. */
export async function findTrackedRow(tx: Tx, id: string): Promise<TrackedCompanyRow | undefined> {
  const [row] = await listTrackedCompanies(tx, [id]);
  return row;
}
