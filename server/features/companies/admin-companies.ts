import type { AdminCompany } from '../../../contract/companies.ts';
import { activeWindowMinutes } from '../../../contract/constants.ts';
import type { Db } from '../../db/client.ts';
import { listAccessKeys } from '../access/access.ts';
import { listActivity, listCompanyRows, listDemoDataTimes } from './companies.queries.ts';
import { toCompany } from './companies.ts';

/** Every company with its access key, activity and demo data, newest first. */
export async function listAdminCompanies(
  db: Db,
  appSecret: string,
  now: Date,
  { showsKeys }: { showsKeys: boolean },
): Promise<AdminCompany[]> {
  const [rows, keys, activity] = await Promise.all([
    listCompanyRows(db),
    showsKeys ? listAccessKeys(db, appSecret) : new Map<string, string>(),
    listActivity(db, new Date(now.getTime() - activeWindowMinutes * 60_000)),
  ]);
  const demoData = await listDemoDataTimes(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { active = 0, lastEventAt = null, hasOrders = false } = activity.get(row.id) ?? {};
    return {
      ...toCompany(row),
      excludedPaths: row.excluded_paths,
      excludedAddresses: row.excluded_addresses,
      hasOrders,
      access_key: keys.get(row.id) ?? '',
      active,
      lastEventAt: lastEventAt?.toISOString() ?? null,
      demoDataSince: demoData.get(row.id)?.toISOString() ?? null,
    };
  });
}
