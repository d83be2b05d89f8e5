import type { MailSource } from '../../platform/mail/mail-brand.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const why = (publicUrl: string) => `You get this mail because someone entered this address at ${publicUrl}.`;

export function confirmationMail(to: string, { publicUrl, mailBrand }: MailSource, token: string): Mail {
  const brand = mailBrand();
  return {
    class: 'sign-up',
    to,
    subject: `Confirm your address for ${brand.name}`,
    ...layOutMail(brand, {
      preview: 'Open the link and enter the password you chose.',
      heading: 'Is this your address?',
      paragraphs: [
        `Someone signed up at ${brand.name} with this address. If it was you, open the link and enter the password you chose when you signed up.`,
      ],
      action: { label: 'Confirm this address', url: `${publicUrl}/auth/confirm?token=${token}` },
      closing: [
        'The link works for 24 hours, and only with the password of its sign-up. If you signed up more than once, use the link of each mail with the password of that sign-up.',
        'If it was not you, ignore this mail. No account is created without your confirmation.',
      ],
      reason: why(publicUrl),
    }),
  };
}

export function accountExistsMail(to: string, { publicUrl, mailBrand }: MailSource): Mail {
  const brand = mailBrand();
  return {
    class: 'account',
    to,
    subject: `You already have an account at ${brand.name}`,
    ...layOutMail(brand, {
      preview: 'Someone tried to sign up with your address.',
      heading: 'You already have an account',
      paragraphs: [
        'Someone tried to sign up with this address. It already has an account, which was not changed.',
        'If it was you, sign in. If you forgot your password, request a link for a new one on the sign-in page.',
      ],
      action: { label: 'Sign in', url: `${publicUrl}/auth` },
      closing: ['If it was not you, there is nothing to do.'],
      reason: why(publicUrl),
    }),
  };
}

export function resetMail(to: string, { publicUrl, mailBrand }: MailSource, token: string): Mail {
  const brand = mailBrand();
  return {
    class: 'account',
    to,
    subject: `A new password for ${brand.name}`,
    ...layOutMail(brand, {
      preview: 'The link works once, for one hour.',
      heading: 'Choose a new password',
      paragraphs: ['Someone requested a new password for this account. If it was you, choose one here.'],
      action: { label: 'Choose a new password', url: `${publicUrl}/auth/reset-password?token=${token}` },
      closing: [
        'The link works once, for one hour, and signs every browser out. If it was not you, ignore this mail. Your password stays the same.',
      ],
      reason: why(publicUrl),
    }),
  };
}

export function passwordChangedMail(to: string, { publicUrl, mailBrand }: MailSource): Mail {
  const brand = mailBrand();
  return {
    class: 'security',
    to,
    subject: `Your password for ${brand.name} was changed`,
    ...layOutMail(brand, {
      preview: 'Every browser was signed out.',
      heading: 'Your password was changed',
      paragraphs: ['The password of your account was changed, and every browser was signed out.'],
      action: { label: 'Sign in', url: `${publicUrl}/auth` },
      closing: ['If it was not you, request a new password on the sign-in page at once, and tell us.'],
      reason: `You get this mail because it is about your account at ${publicUrl}.`,
    }),
  };
}
