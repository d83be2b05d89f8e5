import { apiPaths } from '../../../../contract/paths.ts';
import { usualReportTemplate } from '../../../../contract/reports/report-template.ts';
import { reportWithDeliveries } from '../../../../contract/reports/reports.ts';
import { toReportToken } from '../../../features/reports/links/report-token.ts';
import { toSubscriptionToken } from '../../../features/subscriptions/subscription-token.ts';
import { anEmail } from '../../accounts/accounts.ts';
import { aCompany } from '../../builders.ts';
import {
  aHeldReport,
  aPlainRecipient,
  aRecipient,
  readSentMail,
  release,
} from '../../reports/reporting-company.ts';
import { testAppSecret } from '../../test-app.ts';
import type { RequestFixture, ValidRequest } from './valid-request.ts';

type PeriodPath = (companyId: string, period: string) => string;

const toHeld =
  (path: PeriodPath) =>
  async ({ t }: RequestFixture) => {
    const { companyId, period } = await aHeldReport(t);
    return { url: path(companyId, period) };
  };

async function toRecipient({ t, admin, companyId }: RequestFixture) {
  const { id } = await aRecipient(t, admin, companyId);
  return { id, token: toSubscriptionToken(testAppSecret, { kind: 'report', recipientId: id }) };
}

/** A report that was sent to one recipient. */
async function toDelivered({ t, admin }: RequestFixture) {
  const held = await aHeldReport(t);
  const { email } = await aRecipient(t, admin, held.companyId);
  await release(t, admin.cookie, [held]);
  await readSentMail(t, email);
  const url = apiPaths.report(held.companyId, held.period);
  const answer = await t.app.inject({ url, headers: { cookie: admin.cookie } });
  const [delivery] = reportWithDeliveries.parse(answer.json()).deliveries;
  return { ...held, deliveryId: delivery?.id ?? '' };
}

const toReportLink = async (fixture: RequestFixture) => ({
  body: { token: toReportToken(testAppSecret, (await toDelivered(fixture)).deliveryId) },
});

const example = { name: 'Mia Sand', email: 'mia@client.test', locale: 'en-GB' };
const kinds = { seesMoney: true, isWeekly: true, isMonthly: true };

/** Reports, their recipients and links, and subscriptions. */
export const reportRequests: Record<string, ValidRequest> = {
  'GET /api/reports/template': {},
  'PUT /api/reports/template': { body: { version: 0, template: usualReportTemplate } },
  'GET /api/reports': {},
  'POST /api/reports/release': {
    body: { reports: [{ companyId: '0198c0de-0000-4000-8000-000000000000', period: 'monthly-2026-08-01' }] },
    override: async ({ t }) => {
      const { companyId, period } = await aHeldReport(t);
      return { body: { reports: [{ companyId, period }] } };
    },
  },
  'GET /api/companies/:companyId/report-settings': {},
  'PUT /api/companies/:companyId/report-settings': {
    body: { isWeekly: true, isMonthly: true, isHeld: true },
    override: async ({ t }) => ({ url: apiPaths.reportSettings((await aCompany(t.db)).company.id) }),
  },
  'GET /api/companies/:companyId/report-recipients': {},
  'POST /api/companies/:companyId/report-recipients': {
    status: 201,
    body: { ...example, ...kinds },
    override: () => ({ body: aPlainRecipient({ email: anEmail() }) }),
  },
  'PATCH /api/companies/:companyId/report-recipients/:recipientId': {
    body: { name: 'Mia', locale: 'de-DE', ...kinds },
    override: async (fixture) => ({
      url: apiPaths.reportRecipient(fixture.companyId, (await toRecipient(fixture)).id),
    }),
  },
  'DELETE /api/companies/:companyId/report-recipients/:recipientId': {
    status: 204,
    override: async (fixture) => ({
      url: apiPaths.reportRecipient(fixture.companyId, (await toRecipient(fixture)).id),
    }),
  },
  'GET /api/companies/:companyId/reports': {},
  'GET /api/companies/:companyId/reports/:period': { override: toHeld(apiPaths.report) },
  'PUT /api/companies/:companyId/reports/:period/comment': {
    body: { comment: 'A strong month.', version: 0 },
    override: toHeld(apiPaths.reportComment),
  },
  'PUT /api/companies/:companyId/reports/:period/state': {
    body: { state: 'skipped' },
    override: toHeld(apiPaths.reportState),
  },
  'GET /api/companies/:companyId/reports/:period/mail': { override: toHeld(apiPaths.reportMail) },
  'GET /api/companies/:companyId/reports/:period/report.pdf': { override: toHeld(apiPaths.reportFile) },
  'POST /api/companies/:companyId/reports/:period/test': {
    status: 204,
    override: toHeld(apiPaths.reportTest),
  },
  'POST /api/companies/:companyId/reports/:period/resend': {
    status: 204,
    body: { deliveryId: '0198c0de-0000-4000-8000-000000000000' },
    override: async (fixture) => {
      const { companyId, period, deliveryId } = await toDelivered(fixture);
      return { url: apiPaths.reportResend(companyId, period), body: { deliveryId } };
    },
  },
  'POST /api/report-links/open': { body: { token: 'x'.repeat(43) }, override: toReportLink },
  'POST /api/report-links/report.pdf': { body: { token: 'x'.repeat(43) }, override: toReportLink },
  'POST /api/subscriptions': {
    body: { token: 'x'.repeat(44) },
    override: async (fixture) => ({ body: { token: (await toRecipient(fixture)).token } }),
  },
  'POST /api/subscriptions/change': {
    body: { token: 'x'.repeat(44), isSubscribed: false },
    override: async (fixture) => ({
      body: { token: (await toRecipient(fixture)).token, isSubscribed: false },
    }),
  },
  'POST /api/unsubscribe/:token': {
    override: async (fixture) => ({ url: apiPaths.unsubscribe((await toRecipient(fixture)).token) }),
  },
  'GET /api/unsubscribe/:token': {
    status: 302,
    override: async (fixture) => ({ url: apiPaths.unsubscribe((await toRecipient(fixture)).token) }),
  },
};
