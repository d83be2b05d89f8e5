import { brand } from '../../brand.ts';
import type { LegalText } from './legal-text.ts';

export const cookies: LegalText = {
  title: 'Cookie Policy',
  lead: 'You saw no banner, because there is nothing to ask. These are the few things your browser may keep for us.',
  updated: { iso: '2026-11-16', text: '16 November 2026' },
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
      ],
      table: {
        caption: 'Cookies',
        head: ['Name', 'Set when', 'What for', 'Until'],
        rows: [
          [
            'viewer-…',
            'an access key is entered',
            'lets this browser into that company’s portal',
            '30 days, or the key is replaced',
          ],
          [
            'session',
            'an administrator signs in',
            'keeps the administrator signed in',
            'sign-out, or some days without use',
          ],
        ],
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
        rows: [
          ['northlight.theme', 'you switch between light and dark', 'remembers your choice', 'you clear it'],
          [
            'northlight.portals',
            'you open a company portal',
            'names the portals this browser has opened',
            'you clear it',
          ],
          [
            'northlight.session',
            'you open a company portal',
            'a random number that counts you once among its viewers',
            'the tab is closed',
          ],
          [
            'react-router-scroll-positions',
            'you move between pages',
            'brings you back to where you were on a page',
            'the tab is closed',
          ],
        ],
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
