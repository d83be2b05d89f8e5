import type { MailSource } from '../../platform/mail/mail-brand.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

// Mails to the owner of an account about a change that affects its security.

interface Notice {
  subject: string;
  preview: string;
  heading: string;
  text: string;
  ifNotYou: string;
}

const lost =
  'If it was not you, someone else can sign in to your account: choose a new password on the sign-in page at once, then check your account, and tell us.';

export function toNotice(
  to: string,
  { publicUrl, mailBrand }: MailSource,
  { subject, preview, heading, text, ifNotYou }: Notice,
): Mail {
  const brand = mailBrand();
  return {
    class: 'security',
    to,
    subject,
    ...layOutMail(brand, {
      preview,
      heading,
      paragraphs: [text],
      action: { label: 'Open your account', url: `${publicUrl}/admin/account` },
      closing: [ifNotYou],
      reason: `You get this mail because it is about your account at ${publicUrl}.`,
    }),
  };
}

export const twoFactorOnMail = (to: string, source: MailSource): Mail =>
  toNotice(to, source, {
    subject: `Two-factor sign-in is on at ${source.mailBrand().name}`,
    preview: 'Every other browser was signed out.',
    heading: 'Two-factor sign-in is on',
    text: 'Signing in now requires your password and a code from your authenticator app. Every other browser was signed out.',
    ifNotYou: lost,
  });

export const twoFactorOffMail = (to: string, source: MailSource): Mail =>
  toNotice(to, source, {
    subject: `Two-factor sign-in is off at ${source.mailBrand().name}`,
    preview: 'Signing in requires only your password again.',
    heading: 'Two-factor sign-in is off',
    text: 'Signing in to your account requires only your password again. Your recovery codes no longer work.',
    ifNotYou: lost,
  });

export const recoveryCodesMail = (to: string, source: MailSource): Mail =>
  toNotice(to, source, {
    subject: `New recovery codes for ${source.mailBrand().name}`,
    preview: 'The earlier codes no longer work.',
    heading: 'You have new recovery codes',
    text: 'Your account has new recovery codes. The earlier ones no longer work.',
    ifNotYou: lost,
  });

export const rightsGrantedMail = (to: string, source: MailSource): Mail =>
  toNotice(to, source, {
    subject: `You are an administrator of ${source.mailBrand().name}`,
    preview: 'Your account was given administrator rights.',
    heading: 'You are an administrator now',
    text: 'Your account was given administrator rights. Other browsers were signed out. Sign in again to use the rights there.',
    ifNotYou: 'If you did not expect this, tell the people who run this server.',
  });
