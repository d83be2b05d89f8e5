import {
  type BrowserStorageEntry,
  clientSiteEntries,
  cookies,
  secureCookiePrefix,
  storageEntries,
} from '../../../contract/browser-storage.ts';
import { brand } from '../../site/brand.ts';
import type { LegalText } from './legal-text.ts';

const toRow = ({ name, when, purpose, until }: BrowserStorageEntry, prefix = '') => [
  prefix + name,
  when,
  purpose,
  until,
];

export const cookiePolicy = (): LegalText => ({
  title: 'Cookie Policy',
  lead: 'You saw no banner, because there is nothing to ask. These are the few things your browser may keep for us.',
  updated: { iso: '2026-11-22', text: '22 November 2026' },
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
        'Our tracking script sets no cookie. It uses the storage that the browser has for the client’s own site, which no other site can read. This is all it keeps there:',
      ],
      table: {
        caption: 'Entries of the tracking script in the storage of the browser',
        head: ['Name', 'Kept when', 'What for', 'Until'],
        rows: clientSiteEntries.map((entry) => toRow(entry)),
      },
    },
    {
      id: 'less',
      title: 'Counting with less, or not at all',
      body: [
        'Browsers that send the Global Privacy Control signal are left alone: the script keeps nothing in them and sends nothing.',
        'A client can switch storage off. The tracking code it then gets does not touch the storage of the browser at all. Where older code is still in place, the script deletes the random id with the first answer of our server and keeps no new one. Visits are counted by network address and kind of browser instead, and so are those of a browser that refuses storage.',
      ],
    },
    {
      id: 'servers',
      title: 'What our servers keep of it',
      body: [
        'The random id is never stored as it is. We store a hash of it, made with a secret that is different for each client and each day. The secret is destroyed within 48 hours after that day began. From then on nobody can compute the hash again, we included, and nothing links a visitor of one day to one of another day or of another site.',
        'Where there is no random id, the same hash is made of the network address and the browser’s description of itself. Neither is stored with what was counted. The address is looked up for the country it is registered in, stays in memory for some minutes to stop floods of requests, and is never stored.',
      ],
    },
    {
      id: 'control',
      title: 'Saying no',
      body: [
        'Your browser can refuse or delete cookies and storage for any site. Every public page works without them. A company portal needs its cookie: without it you would have to enter the key at every step.',
        `Questions are welcome at ${brand().email}.`,
      ],
    },
  ],
});
