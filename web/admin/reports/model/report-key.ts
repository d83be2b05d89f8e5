import { reportParams } from '../../../../contract/reports/reports.ts';
import type { ReportId } from '../../api/reports.ts';

/** A report as text: the value of its parameter in the address of the page. */
export const toReportKey = ({ companyId, period }: ReportId): string => `${companyId}.${period}`;

/** Undefined for a text that names no report. */
export function readReportKey(text: string | null): ReportId | undefined {
  const [companyId, period] = (text ?? '').split('.');
  return reportParams.safeParse({ companyId, period }).data;
}
