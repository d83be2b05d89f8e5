import { apiPaths } from '../../../../contract/paths.ts';
import type { ReportContent } from '../../../../contract/reports/report-content.ts';
import type { CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import { requireNoTransaction } from '../../../db/transaction-guard.ts';
import { findDrawnBrand } from '../../agency/agency.ts';
import { DrawingFailed } from '../../agency/drawing/drawing-errors.ts';
import { toSubscriptionToken } from '../../subscriptions/subscription-token.ts';
import { toReportToken } from '../links/report-token.ts';
import { toPeriodName } from '../periods/report-periods.ts';
import { renderReportMail } from '../rendering/mail/report-mail.ts';
import { renderReportPdf } from '../rendering/report-pdf.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import type { ReportOfCompany } from './sending.queries.ts';

export interface WritingDeps
  extends Pick<ReportsDeps, 'db' | 'appSecret' | 'mails' | 'agency' | 'portals' | 'parts' | 'log'> {}

/** For whom a report is written. */
interface Reader {
  locale: string;
  /** The brand of the company's portal; null for the agency's. */
  brand: CompanyBrand | null;
  /** Null for a mail without a subscription, such as a preview. */
  delivery: { id: string; recipientId: string } | null;
}

/** The mail of a report. `chart`: where its picture is, if it has one. */
export async function writeMail(
  deps: WritingDeps,
  content: ReportContent,
  { locale, brand, delivery, chart }: Reader & { chart: 'cid' | 'data' | 'none' },
) {
  requireNoTransaction('the mail of a report');
  const { publicUrl, mailBrand } = deps.mails;
  const links = {
    // In a browser it is read already.
    report:
      delivery && chart !== 'data'
        ? `${publicUrl}/report#${toReportToken(deps.appSecret, delivery.id)}`
        : undefined,
    portal: toPortalUrl(deps, content.company.id),
    unsubscribe: delivery
      ? `${publicUrl}/unsubscribe#${toUnsubscribeToken(deps, delivery.recipientId)}`
      : undefined,
  };
  const { drawing } = await deps.parts;
  return renderReportMail(content, { brand: mailBrand(brand), locale, links, chart }, drawing);
}

/** The PDF of a report. `writtenAt`: in its metadata. */
export async function writePdf(
  deps: WritingDeps,
  content: ReportContent,
  { locale, brand, writtenAt }: Pick<Reader, 'locale' | 'brand'> & { writtenAt: Date },
): Promise<Buffer> {
  requireNoTransaction('the PDF of a report');
  const { drawing } = await deps.parts;
  const options = {
    ...{ locale, writtenAt, portalUrl: toPortalUrl(deps, content.company.id) },
    brand: await findDrawnBrand(deps.db, deps.agency.current, brand),
    footer: deps.mails.mailBrand(brand).footer,
  };
  try {
    return Buffer.from(await renderReportPdf(content, options, drawing));
  } catch (err) {
    if (!(err instanceof DrawingFailed) || !options.brand.logo) throw err;
    deps.log.warn({ err, companyId: content.company.id }, 'the PDF of a report is drawn without its logo');
    const brand = { ...options.brand, logo: undefined };
    return Buffer.from(await renderReportPdf(content, { ...options, brand }, drawing));
  }
}

/** The reader of the PDF of a report, which is as old as its release. */
export const toPdfReader = ({ brand, released_at }: ReportOfCompany, locale: string) => ({
  ...{ brand, locale, writtenAt: released_at ?? new Date() },
});

/** The address of one click, which mail programs send. */
export const toUnsubscribeUrl = (deps: WritingDeps, recipientId: string): string =>
  deps.mails.publicUrl + apiPaths.unsubscribe(toUnsubscribeToken(deps, recipientId));

const toUnsubscribeToken = ({ appSecret }: WritingDeps, recipientId: string) =>
  toSubscriptionToken(appSecret, { kind: 'report', recipientId });

export const toPortalUrl = ({ portals }: Pick<WritingDeps, 'portals'>, companyId: string): string =>
  `${portals.toPortalOrigin(companyId)}/company-portal/${companyId}`;

const fileNameMax = 60;

/** A file name of ASCII characters alone, so that it needs no encoding in any header. */
export function toFileName({ company, kind, firstDay }: ReportContent): string {
  const name = company.name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, fileNameMax)
    .replaceAll(/^-+|-+$/g, '');
  return `${name || 'report'}-${toPeriodName(kind, firstDay)}.pdf`;
}
