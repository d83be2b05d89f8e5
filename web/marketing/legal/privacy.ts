import { retentionDays } from '../../retention-days.ts';
import { brand } from '../../site/brand.ts';
import type { LegalSection, LegalText } from './legal-text.ts';

export const privacy = (): LegalText => ({
  title: 'Privacy Policy',
  lead: 'What we record, why, for how long, and what you can ask of us. Most of it is about what we do not record.',
  updated: { iso: '2026-11-22', text: '22 November 2026' },
  sections: [...aboutThisSite(), ...aboutClientsAndRights()],
});

const aboutThisSite = (): LegalSection[] => [
  {
    id: 'who',
    title: 'Who is responsible',
    body: [
      `${brand().legalName}, ${brand().location} (“${brand().name}”, “we”) decides how the personal data on this site is used. Write to ${brand().email} about anything on this page; a person answers.`,
      'Where our tracking script runs on the site of a client, that client decides what it is used for, and we process the figures on their behalf. Their own privacy policy applies there.',
    ],
  },
  {
    id: 'visiting',
    title: 'When you visit this site',
    body: [
      'Reading our pages leaves no record of you. We set no cookies for visitors, load nothing from other companies, and run no advertising or cross-site tracking.',
      'Your network address reaches our server, because without it no answer could reach you. It is held in memory for some minutes to stop floods of requests. It is not written to our database and not used to recognize you.',
    ],
  },
  {
    id: 'writing',
    title: 'When you write to us or book a demo',
    body: [
      'We keep what you put into the form, and use it to answer you:',
      [
        'Contact: your name, your email address, your company if you give it, the subject and your message.',
        'Demo requests: your name, email address and company, and your phone number and interest if you give them.',
      ],
      'The basis is your wish to hear from us and our interest in answering. We delete a conversation when you ask us to, and otherwise once it is no longer needed to answer you or to keep an agreement that came of it.',
    ],
  },
  {
    id: 'buying',
    title: 'When you buy',
    body: [
      'Payment takes place on pages of Stripe, which receives your card details. We never see them. We keep the product, the price, your email address, the state of the payment and the identifiers Stripe gives it, because the contract and tax law require it.',
      'The basis is the contract between us. Records of purchases are kept for as long as tax law asks, which is seven years in most places where we sell.',
    ],
  },
  {
    id: 'portal',
    title: 'When you use a company portal',
    body: [
      'An access stands for a company, or for a person or purpose that the company names to us: then we store that name, the email address if it was given, what the access may show, when it was last used and how often. If access is revoked, this record stays with the log, so that it can be told who saw what.',
      'Each time a portal is opened, a log notes the time, the company and the name of the access, and no network address. We keep it as long as the log of what administrators changed.',
      'After a key is entered or a link is opened, one cookie lets that browser into that portal for 30 days, or until you sign out; the number of a cookie that was signed out is kept for a month, so that nobody can use it again.',
      'While a portal is open we know that some browser is viewing it, under a random number that ends with the tab, together with the address of the page and the browser’s own description of itself. It is deleted when you leave, or five minutes after we last heard from you.',
      'When somebody generates or clears demo data in a portal, a log notes the time, the company and the network it came from, shortened so that it names no single connection.',
      'People who administer the site have an account: an email address, a name if they enter one, a password that is stored only as a hash, the times they signed in, and a log of what they changed. The network address of a sign-in may be kept with the session and in that log, for security.',
      'Where signing in with an identity provider is offered and you use it, that provider tells us your email address, your name and a number for you, which we keep with the account; it learns that you sign in here. On your account page you can download what is stored about you, and delete the account. The log of what you changed stays, with your email address.',
    ],
  },
];

const aboutClientsAndRights = (): LegalSection[] => [
  {
    id: 'tracking',
    title: 'What our tracking script records for clients',
    body: [
      'On the sites of clients that use our analytics, the script reports page views, how long a page was in use and, where the client asks for it, sales and other events such as a sent form, a download or a link to another site. For each we store:',
      [
        'the address of the page, without anything after a question mark, except the five “utm” values of a campaign and the kind of click id that an advertisement added',
        'the page that led there, without anything after a question mark',
        'the language, the browser and the operating system with their versions, the kind of device and of screen',
        'the country in which the network address is registered and, where our server knows them, the region and the city',
        'the time, and how long the page was visible and in use',
        'for a sale: its number in the shop, its amount and currency',
        'for another event: the name and the properties that the client gave it',
      ],
      'No cookie is set. Network addresses are not stored. A random id in the storage of the client’s site makes a browser one visitor until the day ends. We store only a hash of it, or of address and browser where there is no id, made with a secret that is destroyed within 48 hours after the day began. After that nothing links a visitor of one day to another day or another site. The Cookie Policy lists what is kept in the browser.',
      'The browser’s full description of itself, and the page that is open, are kept only while a visit lasts and for up to five minutes after.',
      `Browsers that send the Global Privacy Control signal are not tracked. Single page views, events and sales are deleted from our database after ${retentionDays} days, at the end of a month. Compressed copies of them for reports over several years, and totals, may stay for as long as the client has a portal. A client can have the data of one visitor of today or yesterday erased; after that we cannot tell which data is whose.`,
    ],
  },
  {
    id: 'sharing',
    title: 'Who else sees it',
    body: [
      'We sell no data. These receive what they need to do their part, under contracts that allow nothing else:',
      [
        'the company that hosts our servers and database',
        'the company that delivers our mail',
        'Stripe, for payments',
        'authorities, where a law leaves us no choice',
      ],
      'Where data leaves the United Kingdom or the European Economic Area, it does so under the standard clauses those places have approved for that.',
    ],
  },
  {
    id: 'rights',
    title: 'What you can ask of us',
    body: [
      'Wherever you live, you may ask what we hold about you, have it corrected or deleted, receive a copy in a common format, object to a use, or take back a consent. It costs nothing, and we answer within one month.',
      'If we disappoint you, you may complain to the authority where you live: in the United Kingdom the Information Commissioner’s Office, in the European Union the authority of your country, in the United States the attorney general of your state.',
    ],
  },
  {
    id: 'security',
    title: 'How it is kept safe',
    body: [
      'Connections are encrypted. Access keys can be read back only by administrators and are sealed in the database. Passwords are hashed. Every portal asks at every request whether its key still holds, and a key that is replaced ends all access at once.',
      'Should data be lost to somebody it was not meant for, we tell those concerned, and the authorities where the law says so, within 72 hours of learning of it.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    body: [
      'When this policy changes, its date changes with it. Where a change affects what we already hold about you, we write to you before it takes effect.',
    ],
  },
];
