import type { ReportComparison, ReportSectionName } from '../../../../contract/reports/report-template.ts';

export const sectionLabels: Record<ReportSectionName, string> = {
  figures: 'Key figures, with what explains a change',
  chart: 'Chart of the visitors',
  sources: 'Sources',
  campaigns: 'Campaigns',
  pages: 'Pages',
  countries: 'Countries',
  devices: 'Devices',
  goals: 'Goals and funnels',
  orders: 'Orders and refunds',
  notes: 'Notes of the period',
  link: 'Link to the live portal',
};

export const comparisonLabels: Record<ReportComparison, string> = {
  previous: 'The period before',
  year: 'The same period of the year before',
  none: 'None',
};
