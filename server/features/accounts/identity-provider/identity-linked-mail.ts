import { brand } from '../../../../contract/public/brand.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { toNotice } from '../security-mails.ts';

export const identityLinkedMail = (to: string, publicUrl: string, provider: string): Mail =>
  toNotice(to, publicUrl, {
    subject: `You can sign in to ${brand.name} with ${provider}`,
    preview: 'Your account was linked when someone signed in with your address.',
    heading: `${provider} signs you in`,
    text: `Someone signed in with ${provider}, which confirmed that this address is theirs. Your account is linked to that sign-in from now on. Your password works as before.`,
    ifNotYou:
      'If it was not you, someone else can use your address there: change your password on your account page, which ends that link and signs every other browser out, and tell us.',
  });
