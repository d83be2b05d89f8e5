import type { MailSource } from '../../../platform/mail/mail-brand.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { toNotice } from '../security-mails.ts';

export const identityLinkedMail = (to: string, source: MailSource, provider: string): Mail =>
  toNotice(to, source, {
    subject: `You can sign in to ${source.mailBrand().name} with ${provider}`,
    preview: 'Your account was linked when someone signed in with your address.',
    heading: `${provider} signs you in`,
    text: `Someone signed in with ${provider}, which confirmed that this address is theirs. Your account is linked to that sign-in from now on. Your password works as before.`,
    ifNotYou:
      'If it was not you, someone else can use your address there: change your password on your account page, which ends that link and signs every other browser out, and tell us.',
  });
