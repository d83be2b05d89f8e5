import type { MailSource } from '../../../platform/mail/mail-brand.ts';
import { layOutMail } from '../../../platform/mail/mail-layout.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { toNotice } from '../security-mails.ts';

export const passwordReplacedMail = (to: string, source: MailSource): Mail =>
  toNotice(to, source, {
    subject: `Your password for ${source.mailBrand().name} was changed`,
    preview: 'Every other browser was signed out.',
    heading: 'Your password was changed',
    text: 'The password of your account was changed on your account page. Every other browser was signed out.',
    ifNotYou:
      'If it was not you, request a new password on the sign-in page at once, then check your account, and tell us.',
  });

/** To the old address, when a change is requested. */
export const addressChangeRequestedMail = (to: string, source: MailSource, newEmail: string): Mail =>
  toNotice(to, source, {
    subject: `A new address for your account at ${source.mailBrand().name}`,
    preview: 'Your account keeps this address until the new one is confirmed.',
    heading: 'A new address was requested',
    text: `Someone who is signed in to your account asked to change its address to ${newEmail}. A link was mailed there. Until it is used, nothing changes.`,
    ifNotYou:
      'If it was not you, withdraw the change on your account page, change your password there, which signs every other browser out, and tell us.',
  });

/** To the old address, when the change is done. */
export function addressChangedMail(to: string, { publicUrl, mailBrand }: MailSource, newEmail: string): Mail {
  const brand = mailBrand();
  return {
    class: 'security',
    to,
    subject: `The address of your account at ${brand.name} was changed`,
    ...layOutMail(brand, {
      preview: 'From now on, mails about it go to the new address.',
      heading: 'Your account has a new address',
      paragraphs: [
        `The address of your account is ${newEmail} now. You sign in with it, and mails about your account go there. This is the last one to this address.`,
      ],
      action: { label: 'Go to sign-in', url: `${publicUrl}/auth` },
      closing: [
        'If it was not you, someone else can sign in to your account, and you cannot get it back with this address: answer to the people who run this site at once.',
      ],
      reason: `You get this mail because this was the address of an account at ${publicUrl}.`,
    }),
  };
}

/** To the new address. */
export function confirmNewAddressMail(to: string, { publicUrl, mailBrand }: MailSource, token: string): Mail {
  const brand = mailBrand();
  return {
    class: 'sign-up',
    to,
    subject: `Confirm your new address for ${brand.name}`,
    ...layOutMail(brand, {
      preview: 'Open the link in the browser in which you are signed in.',
      heading: 'Is this your new address?',
      paragraphs: [
        `Someone asked to use this address for an account at ${brand.name}. If it was you, open the link and confirm it there. You have to be signed in to that account.`,
      ],
      action: {
        label: 'Confirm this address',
        url: `${publicUrl}/admin/account/confirm-address?token=${token}`,
      },
      closing: [
        'The link works once, for 24 hours.',
        'If it was not you, ignore this mail. The account cannot use your address without your confirmation.',
      ],
      reason: `You get this mail because someone entered this address at ${publicUrl}.`,
    }),
  };
}

/** To an address that has an account, in place of the link. */
export function addressHasAccountMail(to: string, { publicUrl, mailBrand }: MailSource): Mail {
  const brand = mailBrand();
  return {
    class: 'account',
    to,
    subject: `You already have an account at ${brand.name}`,
    ...layOutMail(brand, {
      preview: 'Someone tried to use your address for another account.',
      heading: 'You already have an account',
      paragraphs: [
        'Someone tried to use this address for another account. It already has an account, which was not changed.',
        'If it was you, sign in with this address. To use it for the other account, delete this one first.',
      ],
      action: { label: 'Sign in', url: `${publicUrl}/auth` },
      closing: ['If it was not you, there is nothing to do.'],
      reason: `You get this mail because someone entered this address at ${publicUrl}.`,
    }),
  };
}

export function accountDeletedMail(to: string, { publicUrl, mailBrand }: MailSource): Mail {
  const brand = mailBrand();
  return {
    class: 'security',
    to,
    subject: `Your account at ${brand.name} was deleted`,
    ...layOutMail(brand, {
      preview: 'Every browser was signed out.',
      heading: 'Your account was deleted',
      paragraphs: [
        'Your account was deleted, as requested on its page, and every browser was signed out. What you created for clients, and the log of what you did, stay with the agency.',
      ],
      action: { label: `Open ${brand.name}`, url: publicUrl },
      closing: ['If it was not you, tell the people who run this site at once.'],
      reason: `You get this mail because this was the address of an account at ${publicUrl}.`,
    }),
  };
}
