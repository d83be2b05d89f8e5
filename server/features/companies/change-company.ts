import { domainToASCII } from 'node:url';
import type { Company, CompanyChange } from '../../../contract/company/companies.ts';
import { type PortalDisplay, usualDisplay } from '../../../contract/company/portal-display.ts';
import { invalidHostName, toHostName } from '../../../contract/rules/host-name.ts';
import {
  formatNetwork,
  invalidNetwork,
  isTooLargeNetwork,
  parseNetwork,
  tooLargeNetwork,
} from '../../../contract/rules/network/network.ts';
import type { CompanyBrand } from '../../../contract/site/agency-settings.ts';
import type { Db, Tx } from '../../db/client.ts';
import { lockForTransaction } from '../../db/locks.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { requireDomain } from '../../platform/domain.ts';
import { AppError } from '../../platform/errors.ts';
import { companyNotFound, wholeScope } from '../access/access.ts';
import { type Agency, checkCompanyBrand } from '../agency/agency.ts';
import { listGoals } from '../goals/goals.ts';
import type { CompanyScope } from '../sessions/sessions.ts';
import {
  type CompanyRow,
  type CompanyRowChange,
  hasShopOrders,
  lockCompanyRow,
  updateCompanyRow,
} from './companies.queries.ts';
import {
  hasSameNameAndDomain,
  requireNoDuplicate,
  requireTimeZone,
  toChosenDisplay,
  toCompany,
  toName,
  toOwnBrand,
} from './companies.ts';

interface ChangeDeps {
  db: Db;
  agency: Pick<Agency, 'current'>;
}

/** Changes a company. Tracking uses the new domain and settings within a second. */
export async function changeCompany(
  { db, agency }: ChangeDeps,
  id: string,
  given: CompanyChange,
  by: Actor,
  scope: CompanyScope,
): Promise<Company> {
  const change = await toRowChange(db, given);
  return db.transaction(async (tx) => {
    // In the order of a creation. On a cluster, a lock on one company waits for every creation under way.
    if (!given.allowDuplicate) await lockForTransaction(tx, { lock: 'company', domain: change.domain });
    const before = await lockCompanyRow(tx, id);
    if (!before) throw companyNotFound();
    // Companies that already share name and domain can still be edited: only a new duplicate is rejected.
    if (!given.allowDuplicate && !hasSameNameAndDomain(before, change))
      await requireNoDuplicate(tx, change, scope);
    if (change.currency !== undefined) await requireChangeableCurrency(tx, before, change.currency);
    if (change.brand) await checkCompanyBrand(tx, change.brand, agency.current);
    if (change.portal_display) await requireOwnGoal(tx, id, change.portal_display);
    const row = await updateCompanyRow(tx, id, change);
    if (!row) throw companyNotFound();
    await recordAudit(tx, by, { action: 'company.changed', object: toAuditText(before, row), objectId: id });
    await notify(tx, { kind: 'company-changed', companyId: id });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    return toCompany(row);
  });
}

async function toRowChange(tx: Tx, given: CompanyChange): Promise<CompanyRowChange> {
  const settings = {
    order_amount_max: given.orderAmountMax,
    currency: given.currency,
    time_zone: given.timeZone === undefined ? undefined : await requireTimeZone(tx, given.timeZone),
    stores_visitor_id: given.storesVisitorId,
    has_hash_routing: given.hasHashRouting,
    host_names: given.hostNames && requireEach('hostNames', given.hostNames, requireHostName),
    excluded_paths: given.excludedPaths && unique(given.excludedPaths),
    excluded_addresses:
      given.excludedAddresses && requireEach('excludedAddresses', given.excludedAddresses, requireNetwork),
    week_start: given.weekStart,
    counts_only_verified: given.countsOnlyVerified,
    portal_display: given.portalDisplay,
    brand: given.brand && toStoredBrand(given.brand),
  };
  return {
    name: toName(given.name),
    domain: requireDomain(given.domain),
    description: given.description.trim(),
    ...withoutUndefined(settings),
  };
}

/** Null for a brand without own fields, as a company has before its first. */
function toStoredBrand(brand: CompanyBrand): CompanyBrand | null {
  const own = withoutUndefined(brand);
  return Object.keys(own).length === 0 ? null : own;
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Drizzle ignores undefined values too; the type of a change does not allow them. */
const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;

const unique = (entries: string[]) => [...new Set(entries)];

/** The entries as they are stored. An error names the field with the index of its entry. */
function requireEach(
  field: 'hostNames' | 'excludedAddresses',
  entries: string[],
  requireEntry: (entered: string, field: string) => string,
): string[] {
  return unique(entries.map((entered, index) => requireEntry(entered, `${field}.${index}`)));
}

function requireHostName(entered: string, field: string): string {
  const host = toHostName(entered, domainToASCII);
  if (host === undefined) throw new AppError(400, 'invalid-request', invalidHostName, { field });
  return host;
}

function requireNetwork(entered: string, field: string): string {
  const network = parseNetwork(entered);
  if (!network) throw new AppError(400, 'invalid-request', invalidNetwork, { field });
  if (isTooLargeNetwork(network)) throw new AppError(400, 'invalid-request', tooLargeNetwork, { field });
  return formatNetwork(network);
}

/**
 * Amounts in two currencies cannot be added up. The lock on the company makes two changes wait for each other, but not
 * an order that is being stored: see decision 61.
 */
async function requireChangeableCurrency(tx: Tx, before: CompanyRow, currency: string): Promise<void> {
  if (currency === before.currency || !(await hasShopOrders(tx, before.id))) return;
  const message = `The currency stays ${before.currency}, because orders are already counted in it. Remove test orders first, or create another company.`;
  throw new AppError(409, 'currency-fixed', message, { field: 'currency' });
}

/** A goal that is deleted later is removed from the display by its deletion, which takes the same lock. */
async function requireOwnGoal(tx: Tx, companyId: string, { goalId }: PortalDisplay): Promise<void> {
  if (goalId === null || (await listGoals(tx, companyId, wholeScope)).some(({ id }) => id === goalId)) return;
  const message = 'This goal no longer exists. Choose another one.';
  throw new AppError(400, 'invalid-request', message, { field: 'portalDisplay.goalId' });
}

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The audit log shows only the beginning of longer texts. */
const listedMax = 5;

function toText(value: string | boolean | string[]): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value.length === 0) return 'none';
  const more = value.length > listedMax ? ` and ${value.length - listedMax} more` : '';
  return `[${value.slice(0, listedMax).join(' ')}${more}]`;
}

const listDisplaySettings = ({ sections, figures, firstLists, period, goalId }: PortalDisplay) =>
  [
    // As text, because of a long list only the first entries are shown.
    ['portal sections', sections.join(' ')],
    ['portal figures', figures?.join(' ') ?? 'usual'],
    ['first lists', sections.map((section) => firstLists[section] ?? '-').join(' ')],
    ['portal period', period],
    ['headline goal', goalId ?? 'none'],
  ] as const;

const listBrandFields = (brand: CompanyBrand | null) =>
  [
    ['portal name', brand?.name ?? 'of the agency'],
    ['portal accent', brand?.accent ?? 'of the agency'],
    ['portal logo', brand?.logoLight?.slice(0, 8) ?? 'of the agency'],
    ['portal logo in the dark', brand?.logoDark?.slice(0, 8) ?? 'none'],
  ] as const;

/** The name of a changed company, and for settings that decide what is counted or shown, their values before and after. */
function toAuditText(before: CompanyRow, after: CompanyRow): string {
  const listSettings = (row: CompanyRow) =>
    [
      ['domain', row.domain],
      ['host names', row.host_names],
      ['currency', row.currency],
      ['time zone', row.time_zone],
      ['week start', dayNames[row.week_start - 1] ?? ''],
      ['excluded paths', row.excluded_paths],
      ['excluded addresses', row.excluded_addresses],
      ['visitor ids', row.stores_visitor_id],
      ['hash routing', row.has_hash_routing],
      ['only verified orders', row.counts_only_verified],
      ...listDisplaySettings(toChosenDisplay(row) ?? usualDisplay),
      ...listBrandFields(toOwnBrand(row)),
    ] as const;
  const current = listSettings(after);
  const changes = listSettings(before).flatMap(([setting, old], index) => {
    const now = current[index]?.[1] ?? '';
    return String(old) === String(now) ? [] : [`${setting} ${toText(old)} to ${toText(now)}`];
  });
  return changes.length === 0 ? after.name : `${after.name}: ${changes.join(', ')}`;
}
