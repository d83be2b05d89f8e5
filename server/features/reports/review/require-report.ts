import type { Tx } from '../../../db/client.ts';
import { AppError } from '../../../platform/errors.ts';
import { readPeriodName } from '../periods/report-periods.ts';
import { findReportOf, type ReportOfCompany } from '../sending/sending.queries.ts';

export const reportNotFound = () =>
  new AppError(
    404,
    'not-found',
    'There is no report of this period. Reload the page to see the current ones.',
    {
      field: 'period',
    },
  );

/** Throws a 404 for a day that no calendar has. */
export function requirePeriod(period: string) {
  const named = readPeriodName(period);
  if (!named) throw reportNotFound();
  return named;
}

/** Throws a 404 if the company has no report of the period, also none that is planned. */
export async function requireReport(tx: Tx, companyId: string, period: string): Promise<ReportOfCompany> {
  const report = await findReportOf(tx, companyId, requirePeriod(period));
  if (!report) throw reportNotFound();
  return report;
}
