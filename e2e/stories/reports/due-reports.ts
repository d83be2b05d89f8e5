import { openDb } from '../../../server/db/client.ts';
import type { Northlight } from '../../northlight.ts';
import { findDatabaseUrl } from '../../story-database.ts';

const dayMs = 86_400_000;

/** A time zone in which last month's report is due now: in UTC it is not in the first hours of a month. */
export const zoneWithDueMonth = (): string =>
  new Date().getUTCDate() === 1 ? 'Pacific/Kiritimati' : 'Etc/UTC';

/** As if reports had been switched on before the end of last month, and about three weeks ago. They are due at the next change. */
export async function dateBack({ dataDir }: Northlight, companyId: string): Promise<void> {
  const db = openDb({ url: await findDatabaseUrl(dataDir), onError: console.error });
  const now = new Date();
  const monthly = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - 3 * dayMs);
  const weekly = new Date(now.getTime() - 20 * dayMs);
  try {
    await db.query(
      `UPDATE report_settings SET monthly_since = CASE WHEN is_monthly THEN $2::timestamptz END,
        weekly_since = CASE WHEN is_weekly THEN $3::timestamptz END WHERE company_id = $1`,
      [companyId, monthly, weekly],
    );
  } finally {
    await db.close();
  }
}
