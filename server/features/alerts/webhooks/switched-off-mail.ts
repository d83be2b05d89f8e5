import type { MailSource } from '../../../platform/mail/mail-brand.ts';
import { layOutMail } from '../../../platform/mail/mail-layout.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { failingDaysMax } from './delivery-times.ts';

/** Why a webhook was switched off. */
export type SwitchOffCause = 'gone' | 'failing';

interface SwitchedOffWebhook {
  /** Only the host: the path of an address may contain a secret. */
  host: string;
  company: string | null;
  cause: SwitchOffCause;
  /** The last status or error. */
  reason: string;
}

export function webhookOffMail(
  to: string,
  { publicUrl, mailBrand }: MailSource,
  { host, company, cause, reason }: SwitchedOffWebhook,
): Mail {
  const why =
    cause === 'gone'
      ? 'Its receiver answered with 410, which means that it wants no more messages.'
      : `Every message has failed for ${failingDaysMax} days.`;
  return {
    class: 'operation',
    to,
    subject: `The webhook to ${host} was switched off`,
    ...layOutMail(mailBrand(), {
      preview: why,
      heading: 'A webhook was switched off',
      paragraphs: [
        why,
        'It gets no further messages. Repair its receiver, switch the webhook on and send again what it has missed: messages are kept for 30 days.',
      ],
      facts: [
        ['Receiver', host],
        ['Alerts of', company ?? 'all companies and the server'],
        ['Last result', reason],
      ],
      action: { label: 'Open the alerts', url: `${publicUrl}/admin/alerts` },
      reason: `You get this mail because you created the webhook, or are an owner of the team at ${publicUrl}.`,
    }),
  };
}
