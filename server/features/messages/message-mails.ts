import { formatSupportHours } from '../../../contract/site/brand.ts';
import type { MailDeps } from '../../platform/mail/mail-brand.ts';
import { toAddress } from '../../platform/mail/mail-content.ts';
import { layOutMail, type MailLayoutInput } from '../../platform/mail/mail-layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { CurrentAgency } from '../agency/agency.ts';
import { toCalendarInvitation } from './demo-invitation.ts';
import { demoMinutes, findDemoSlot, formatDemoTime } from './demo-slot.ts';
import { toMailIds } from './mail-ids.ts';

interface MessageMailDeps extends Pick<MailDeps, 'publicUrl' | 'mailBrand' | 'contactTo'> {
  agency: CurrentAgency;
}

interface ContactMessageRow {
  id: string;
  source: string;
  name: string;
  email: string;
  company: string;
  subject: string;
  message: string;
}

interface DemoRequestRow {
  id: string;
  name: string;
  email: string;
  company: string;
  phone: string;
  interest: string;
  created_at: Date;
}

const toAgencyReason = (publicUrl: string) =>
  `You get this mail because notices of ${publicUrl} go to this address.`;
/**
 * The address may belong to someone else. A confirmation contains no text of the visitor, not even the name, so that the
 * form cannot be used to send spam.
 */
const toSenderReason = (publicUrl: string) =>
  `You get this mail because this address was entered at ${publicUrl}. If it was not you, there is nothing to do.`;

/**
 * Distinguishes notices where only the subject is shown. No header except Reply-To contains text of the visitor: a
 * subject written by a visitor could look like a mail from the agency itself or from someone the agency knows.
 */
const toReference = (id: string) => id.slice(-6).toUpperCase();

interface Sender {
  id: string;
  email: string;
}

type Content = Pick<Mail, 'subject' | 'calendar'> & Omit<MailLayoutInput, 'reason'>;

/** The mail to the agency about a message or demo request. */
function toNotice(
  { publicUrl, mailBrand, contactTo }: MessageMailDeps,
  { id, email }: Sender,
  { subject, calendar, ...content }: Content,
): Mail {
  const action = { label: 'Open the inbox', url: `${publicUrl}/admin/inbox` };
  return {
    id: toMailIds(id).notice,
    class: 'notice',
    to: contactTo(),
    replyTo: email,
    subject,
    ...(calendar && { calendar }),
    ...layOutMail(mailBrand(), { ...content, action, reason: toAgencyReason(publicUrl) }),
  };
}

/** The mail to the sender of a message or demo request. */
function toConfirmation(
  { publicUrl, mailBrand, contactTo }: MessageMailDeps,
  { id, email }: Sender,
  { subject, calendar, ...content }: Content,
): Mail {
  return {
    id: toMailIds(id).confirmation,
    class: 'acknowledgement',
    to: email,
    replyTo: contactTo(),
    subject,
    ...(calendar && { calendar }),
    ...layOutMail(mailBrand(), { ...content, reason: toSenderReason(publicUrl) }),
  };
}

export function toContactMessageMails(deps: MessageMailDeps, row: ContactMessageRow): Mail[] {
  const { id, source, name, email, company, subject, message } = row;
  const { brand } = deps.agency.current;
  const page = source === 'home' ? 'the home page' : 'the contact page';
  return [
    toNotice(deps, row, {
      subject: `New message from ${page} (${toReference(id)})`,
      preview: message,
      heading: `${name} wrote to you`,
      paragraphs: [`From ${page}. Answer this mail to answer them; they were promised it within 24 hours.`],
      facts: [
        ['Name', name],
        ['Email', email],
        ['Company', company],
        ['Subject', subject],
      ],
      quote: message,
    }),
    toConfirmation(deps, row, {
      subject: `We have your message, ${brand.name}`,
      preview: "We'll get back to you within 24 hours.",
      heading: 'Thank you for your message',
      paragraphs: [
        "It is with our team, and a person reads it. We'll get back to you within 24 hours.",
        `If it is urgent, call us at ${brand.phone}, ${formatSupportHours(brand.supportHours)}.`,
      ],
    }),
  ];
}

export function toDemoRequestMails(deps: MessageMailDeps, row: DemoRequestRow): Mail[] {
  const { id, name, email, company, phone, interest, created_at: now } = row;
  const { brand } = deps.agency.current;
  const start = findDemoSlot(now, brand);
  const time = formatDemoTime(start, brand);
  const organizer = toAddress(deps.contactTo());
  const meeting = { uid: `${id}@${new URL(deps.publicUrl).hostname}`, start, now, organizer, brand };
  return [
    toNotice(deps, row, {
      subject: `New demo request (${toReference(id)})`,
      calendar: {
        method: 'PUBLISH',
        content: toCalendarInvitation({
          ...meeting,
          summary: `${brand.name} demo: ${company}`,
          description: [name, email, phone, interest].filter(Boolean).join('\n'),
        }),
      },
      preview: `${company}${interest ? `: ${interest}` : ''}. Proposed: ${time}.`,
      heading: `${name} would like a demo`,
      paragraphs: [
        'Answer this mail to answer them; they were promised it within 24 hours. The time below was proposed to them; the file puts it into your calendar.',
      ],
      facts: [
        ['Name', name],
        ['Company', company],
        ['Email', email],
        ['Phone', phone],
        ['Interest', interest],
        ['Proposed', time],
      ],
    }),
    toConfirmation(deps, row, {
      subject: `Your demo with ${brand.name}`,
      calendar: {
        method: 'REQUEST',
        content: toCalendarInvitation({
          ...meeting,
          attendee: email,
          summary: `${brand.name} demo`,
          description: `${demoMinutes} minutes: your business, a system at work, and what it would be for you. If the time does not suit, answer with a better one.`,
        }),
      },
      preview: `${demoMinutes} minutes, proposed for ${time}.`,
      heading: 'Thank you for your request',
      paragraphs: [
        `Our team will contact you within 24 hours. Until then, here is a time we could meet for your ${demoMinutes}-minute demo:`,
      ],
      facts: [
        ['Proposed', time],
        ['Length', `${demoMinutes} minutes`],
      ],
      closing: [
        'The attached file puts it into your calendar. If the time does not suit, answer with a better one. You are not committed to the proposed time.',
      ],
    }),
  ];
}
