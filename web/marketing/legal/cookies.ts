import { brand } from '../../../contract/brand.ts';
import {
  type BrowserStorageEntry,
  cookies,
  secureCookiePrefix,
  storageEntries,
} from '../../../contract/browser-storage.ts';
import type { LegalText } from './legal-text.ts';

const toRow = ({ name, when, purpose, until }: BrowserStorageEntry, prefix = '') => [
  prefix + name,
  when,
  purpose,
  until,
];

export const cookiePolicy: LegalText = {
  title: 'Cookie Policy',
  lead: 'You saw no banner, because there is nothing to ask. These are the few things your browser may keep for us.',
  updated: { iso: '2026-11-21', text: '21 November 2026' },
  sections: [
    {
      id: 'visitors',
      title: 'Visitors get no cookies',
      body: [
        'Reading this site, writing to us and booking a demo set no cookie at all. Nothing is loaded from other companies, so they set none either. When you buy, you do so on pages of Stripe, whose own cookies and policy apply there.',
      ],
    },
    {
      id: 'necessary',
      title: 'Cookies that are needed',
      body: [
        'They are set only when you ask for something that cannot work without them. Scripts cannot read them, and none is used to recognize you elsewhere.',
        `On an address without https, such as an installation for trying the product out, the names come without “${secureCookiePrefix}”.`,
      ],
      table: {
        caption: 'Cookies',
        head: ['Name', 'Set when', 'What for', 'Until'],
        rows: cookies.map((cookie) => toRow(cookie, secureCookiePrefix)),
      },
    },
    {
      id: 'storage',
      title: 'What else the browser keeps',
      body: [
        'Browsers have a drawer of their own for each site. We put these into it. Only the number of an open portal is ever sent to us.',
      ],
      table: {
        caption: 'Entries in the storage of the browser',
        head: ['Name', 'Kept when', 'What for', 'Until'],
        rows: storageEntries.map((entry) => toRow(entry)),
      },
    },
    {
      id: 'clients',
      title: 'On the sites of our clients',
      body: [
        'Our tracking script sets no cookie. It keeps one entry, “northlight”, in the storage of the tab: a random number, and events that could not be sent yet. It ends with the tab and cannot be read by other sites. Browsers that send the Global Privacy Control signal are left alone.',
      ],
    },
    {
      id: 'control',
      title: 'Saying no',
      body: [
        'Your browser can refuse or delete cookies and storage for any site. Every public page works without them. A company portal needs its cookie: without it you would have to enter the key at every step.',
        `Questions are welcome at ${brand.email}.`,
      ],
    },
  ],
};
