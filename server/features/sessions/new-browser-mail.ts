import type { MailSource } from '../../platform/mail/mail-brand.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

interface SignInFacts {
  browser: string;
  network: string;
  at: Date;
}

export function newBrowserMail(
  to: string,
  { publicUrl, mailBrand }: MailSource,
  { browser, network, at }: SignInFacts,
): Mail {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const brand = mailBrand();
  return {
    class: 'security',
    to,
    subject: `A new browser signed in to your account at ${brand.name}`,
    ...layOutMail(brand, {
      preview: 'If it was you, there is nothing to do.',
      heading: 'A new browser signed in',
      paragraphs: ['Someone signed in to your account with a browser that had not been used for it before.'],
      facts: [
        ['Browser', browser],
        ['Network', network],
        ['Time', time],
      ],
      action: { label: 'See where you are signed in', url: `${publicUrl}/admin/account` },
      closing: [
        'If it was you, there is nothing to do.',
        'If it was not you, someone else can sign in to your account: choose a new password on the sign-in page at once, then check your account, and tell us.',
      ],
      reason: `You get this mail because it is about your account at ${publicUrl}.`,
    }),
  };
}
