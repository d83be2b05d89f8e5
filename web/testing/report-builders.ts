import type {
  Report,
  ReportDelivery,
  ReportRecipient,
  ReportWithDeliveries,
} from '../../contract/reports/reports.ts';
import { anId } from './admin-builders.ts';
import { type ApiServer, companyId } from './api-server.ts';

/** A monthly report of company n that waits for review. */
export const aReport = (n: number, fields: Partial<Report> = {}): Report => ({
  companyId: n === 1 ? companyId : anId(n),
  company: `Company ${n}`,
  period: 'monthly-2026-10-01',
  kind: 'monthly',
  firstDay: '2026-10-01',
  lastDay: '2026-10-31',
  state: 'held',
  comment: '',
  commentVersion: 0,
  recipientCount: 2,
  releasedAt: null,
  releasedBy: '',
  mails: { waiting: 0, sent: 0, failed: 0, opened: 0 },
  ...fields,
});

export const aDelivery = (n: number, fields: Partial<ReportDelivery> = {}): ReportDelivery => ({
  id: anId(n),
  name: `Person ${n}`,
  email: `person${n}@client.test`,
  number: 0,
  state: 'sent',
  error: '',
  createdAt: '2026-11-01T06:00:00.000Z',
  sentAt: '2026-11-01T06:00:05.000Z',
  openedAt: null,
  ...fields,
});

export const aReportRecipient = (n: number, fields: Partial<ReportRecipient> = {}): ReportRecipient => ({
  id: anId(n),
  accessId: null,
  name: `Person ${n}`,
  email: `person${n}@client.test`,
  locale: 'en-GB',
  seesMoney: true,
  isWeekly: false,
  isMonthly: true,
  createdAt: '2026-10-01T09:00:00.000Z',
  unsubscribedAt: null,
  problem: null,
  ...fields,
});

/** Serves the lists of reports by their state, and each report with its mail. */
export function serveReports(api: ApiServer, reports: ReportWithDeliveries[]): void {
  api.handle('GET /api/reports', ({ url }, response) => {
    const state = new URL(url ?? '', 'http://localhost').searchParams.get('state');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ reports: reports.filter((each) => each.state === state), next: null }));
  });
  for (const report of reports) {
    const path = `/api/companies/${report.companyId}`;
    api.json(`GET ${path}/reports/${report.period}`, 200, report);
    api.json(`GET ${path}/report-recipients`, 200, { recipients: [] });
    const dark = '<style>@media (prefers-color-scheme: dark) { p { color: white } }</style>';
    const html = `${dark}<p>The mail of ${report.company}</p>`;
    const subject = `${report.company}: October`;
    api.json(`GET ${path}/reports/${report.period}/mail`, 200, {
      ...{ subject, html, text: 'As text', isAsSent: report.state === 'released' },
    });
  }
}
