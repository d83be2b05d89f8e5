import { invitationDays } from '../../../../contract/account/team.ts';
import type { MailSource } from '../../../platform/mail/mail-brand.ts';
import { layOutMail } from '../../../platform/mail/mail-layout.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';

interface Invitation {
  token: string;
  invitedBy: string;
  /** Such as "manager of 3 companies". */
  rights: string;
}

/** The token is in the fragment, which browsers send to no server: it is in no log and no referrer. */
export function invitationMail(
  to: string,
  { publicUrl, mailBrand }: MailSource,
  { token, invitedBy, rights }: Invitation,
): Mail {
  const brand = mailBrand();
  return {
    class: 'team-invitation',
    to,
    subject: `Your invitation to the team of ${brand.name}`,
    ...layOutMail(brand, {
      preview: `The link works once, for ${invitationDays} days.`,
      heading: `Join the team of ${brand.name}`,
      paragraphs: [
        `${invitedBy} invites you to work with the admin area of ${brand.name} as ${rights}.`,
        'Open the link to accept. If this address has no account yet, you choose a password there.',
      ],
      action: { label: 'Open the invitation', url: `${publicUrl}/auth/join#${token}` },
      closing: [
        `The link works once, for ${invitationDays} days, and only for this address. If you did not expect it, ignore this mail.`,
      ],
      reason: `You get this mail because an owner of the team entered this address at ${publicUrl}.`,
    }),
  };
}

interface Notice {
  subject: string;
  preview: string;
  paragraphs: string[];
}

function toNotice(
  to: string,
  { publicUrl, mailBrand }: MailSource,
  { subject, preview, paragraphs }: Notice,
): Mail {
  const brand = mailBrand();
  return {
    class: 'security',
    to,
    subject,
    ...layOutMail(brand, {
      preview,
      heading: subject,
      paragraphs,
      action: { label: 'Open your account', url: `${publicUrl}/admin/account` },
      closing: ['If you did not expect this, ask an owner of the team.'],
      reason: `You get this mail because it is about your account at ${publicUrl}.`,
    }),
  };
}

export const rightsChangedMail = (to: string, source: MailSource, rights: string): Mail =>
  toNotice(to, source, {
    subject: `Your role at ${source.mailBrand().name} has changed`,
    preview: `You are now ${rights}.`,
    paragraphs: [
      `An owner of the team changed what you may do: you are now ${rights}. If your role changed, sign in again.`,
    ],
  });

export const memberRemovedMail = (to: string, source: MailSource): Mail =>
  toNotice(to, source, {
    subject: `You are no longer in the team of ${source.mailBrand().name}`,
    preview: 'Your account was kept, without rights.',
    paragraphs: [
      'An owner removed you from the team. Every browser was signed out. Your account was kept, without rights in the admin area.',
    ],
  });
