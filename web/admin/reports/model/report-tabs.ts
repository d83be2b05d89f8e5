import type { Report, ReportState } from '../../../../contract/reports/reports.ts';
import { toReportKey } from './report-key.ts';

/** The lists of the page, by the state of their reports. */
export const tabs = [
  { state: 'held', label: 'Review' },
  { state: 'planned', label: 'Planned' },
  { state: 'released', label: 'Sent' },
  { state: 'skipped', label: 'Skipped' },
] as const satisfies { state: ReportState; label: string }[];

export const toTab = (text: string | null): ReportState =>
  tabs.find(({ state }) => state === text)?.state ?? 'held';

/** The address of a report in the admin area. */
export const toReportPath = (report: Pick<Report, 'companyId' | 'period' | 'state'>): string =>
  `/admin/reports?${new URLSearchParams({ tab: report.state, report: toReportKey(report) })}`;
