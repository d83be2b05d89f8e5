import type { AdminCompany } from '../../../contract/company/companies.ts';
import { activeWindowMinutes } from '../../../contract/constants.ts';
import type { Db } from '../../db/client.ts';
import { listAccessKeys } from '../access/company-key.ts';
import { listLastOpenings } from '../access/openings/openings.ts';
import type { CompanyScope } from '../sessions/sessions.ts';
import { readSetupProgress } from '../setup/setup.ts';
import { listActivity, listCompaniesWithOrders, listCompanyRows } from './companies.queries.ts';
import { listShownFailures, toChosenDisplay, toCompany, toOwnBrand } from './companies.ts';

/** The companies of a scope, each with its access key, activity and demo data, newest first. */
export async function listAdminCompanies(
  db: Db,
  appSecret: string,
  now: Date,
  { scope, showsKeys }: { scope: CompanyScope; showsKeys: boolean },
): Promise<AdminCompany[]> {
  const [rows, keys, activity, withOrders, openings, failures] = await Promise.all([
    listCompanyRows(db, scope),
    showsKeys ? listAccessKeys(db, appSecret) : new Map<string, string>(),
    listActivity(db, new Date(now.getTime() - activeWindowMinutes * 60_000)),
    listCompaniesWithOrders(db),
    listLastOpenings(db),
    listShownFailures(db, now),
  ]);
  const progress = await readSetupProgress(db, rows);
  return rows.map((row) => {
    const failure = failures.get(row.id) ?? failures.get(row.demo_dataset_id ?? '');
    const { active = 0, lastEventAt = null } = activity.get(row.id) ?? {};
    const demoData = row.demo_dataset_id === null ? undefined : activity.get(row.demo_dataset_id);
    return {
      ...toCompany(row),
      orderAmountMax: row.order_amount_max,
      excludedPaths: row.excluded_paths,
      excludedAddresses: row.excluded_addresses,
      hasOrders: withOrders.has(row.id),
      portalDisplay: toChosenDisplay(row),
      brand: toOwnBrand(row),
      groups: row.groups,
      setup: progress.get(row.id) ?? null,
      lastOpenedAt: openings.get(row.id)?.toISOString() ?? null,
      access_key: keys.get(row.id) ?? '',
      active,
      lastEventAt: lastEventAt?.toISOString() ?? null,
      statisticsBehind: failure
        ? { since: failure.first_failed_at.toISOString(), reason: failure.error }
        : null,
      // Demo data ends when it was generated.
      demoDataSince: demoData?.lastEventAt?.toISOString() ?? null,
    };
  });
}
