import type { AlertKind } from '../../../../contract/alerts/alert-kinds.ts';
import { toAlertPath } from '../../../../contract/alerts/alert-path.ts';
import { describeAlert, describeEnd } from '../../../../contract/alerts/describe-alert.ts';
import { toDateFormat } from '../../../../contract/rules/locale/intl-formats.ts';
import type { MailSource } from '../../../platform/mail/mail-brand.ts';
import { layOutMail } from '../../../platform/mail/mail-layout.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import type { AlertRow } from './alerts.queries.ts';

/** Where mails and messages link to. */
export interface AlertLinks {
  publicUrl: string;
  portals: { toPortalOrigin: (companyId: string) => string };
}

interface AlertPage {
  label: string;
  url: string;
}

/** The page that helps most. */
export function toAlertPage({ publicUrl, portals }: AlertLinks, alert: AlertRow): AlertPage {
  const { company_id: companyId, kind } = alert;
  if (companyId === null) {
    const label = kind === 'job' ? 'Open the background jobs' : 'Open the health of the server';
    return { label, url: `${publicUrl}${toAlertPath(companyId, kind)}` };
  }
  const label = labels[kind] ?? 'Open the portal';
  return { label, url: portals.toPortalOrigin(companyId) + toAlertPath(companyId, kind) };
}

const labels: Partial<Record<AlertKind, string>> = {
  silence: 'Check the tracking code',
  'rejected-events': 'Show the rejected events',
  'no-orders': 'Open the orders',
  refunds: 'Open the orders',
};

interface AlertNotice {
  alert: AlertRow;
  event: 'began' | 'ended';
  recipient: { email: string; locale: string; time_zone: string; company_id: string | null };
  /** The end of the subscription, as a page and as the address of one POST. */
  unsubscribe: { page: string; oneClick: string };
  now: Date;
}

/** The mail of a notice. */
export function alertMail(deps: MailSource & AlertLinks, notice: AlertNotice): Mail {
  const { alert, event, recipient, unsubscribe, now } = notice;
  const { subject, sentence, details } = describeAlert(alert.facts, recipient.locale, now);
  const about = alert.company === null ? subject : `${alert.company}: ${subject}`;
  const brand = deps.mailBrand(alert.brand);
  const isOver = event === 'ended';
  const [first, rest] = isOver
    ? [describeEnd(alert.facts, recipient.locale, alert.ended_at ?? now), [`It was: ${sentence}`]]
    : [sentence, details];
  const source = recipient.company_id === null ? 'all companies' : alert.company;
  return {
    class: 'alert',
    to: recipient.email,
    subject: isOver ? `Over: ${about}` : about,
    unsubscribeUrl: unsubscribe.oneClick,
    ...layOutMail(brand, {
      preview: first,
      heading: isOver ? `Over: ${subject}` : subject,
      paragraphs: [first, ...rest],
      facts: [['Company', alert.company ?? ''], ...listTimes(alert, recipient)],
      action: toAlertPage(deps, alert),
      reason: `You get this mail because this address receives the alerts of ${source}.`,
      footerLink: { label: 'Mute or unsubscribe', url: unsubscribe.page },
    }),
  };
}

/** In the time zone of the sentence, which is the company's. */
function listTimes(
  { facts, began_at: began, ended_at: ended }: AlertRow,
  { locale }: AlertNotice['recipient'],
) {
  // About a day: its sentence names it.
  if (facts.day !== null) return [];
  const format = toDateFormat([locale], {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...{ timeZone: facts.timeZone, timeZoneName: 'short' },
  });
  return [
    ['Since', format.format(began)] as const,
    ...(ended === null ? [] : [['Until', format.format(ended)] as const]),
  ];
}
