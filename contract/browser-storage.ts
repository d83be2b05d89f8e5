/**
 * Everything the product stores in a browser. The cookie policy lists it, and tests compare it with what is stored.
 * Without zod, because a marketing page loads this file.
 */
export interface BrowserStorageEntry {
  /** `…` is a placeholder for an id. */
  name: string;
  when: string;
  purpose: string;
  until: string;
}

/** Prefix of cookie names on https. Browsers send such cookies only to this host. */
export const secureCookiePrefix = '__Host-';

/** Names as on http; on https each begins with `secureCookiePrefix`. */
export const cookies: readonly BrowserStorageEntry[] = [
  {
    name: 'viewer-…',
    when: 'an access key is entered',
    purpose: 'lets this browser into the portal of that company',
    until: 'you sign out of the portal, 30 days pass, or the key is replaced',
  },
  {
    name: 'account.session_token',
    when: 'an administrator signs in',
    purpose: 'keeps the administrator signed in',
    until: 'sign-out, 7 days without use, or 30 days after the sign-in',
  },
  {
    name: 'account-device',
    when: 'an administrator signs in',
    purpose: 'recognizes the browser, so that strangers who guess passwords cannot slow down its sign-ins',
    until: '180 days after the last sign-in',
  },
  {
    name: 'account.two_factor',
    when: 'an administrator with two-factor sign-in enters the password',
    purpose: 'remembers that the password was right until the code is entered',
    until: 'the code is entered, or 10 minutes pass',
  },
];

/** Entries in the local and the session storage. */
export const storageEntries: readonly BrowserStorageEntry[] = [
  {
    name: 'site.theme',
    when: 'you switch between light and dark',
    purpose: 'remembers your choice',
    until: 'you clear it',
  },
  {
    name: 'site.portals',
    when: 'you open a company portal',
    purpose: 'names the portals this browser has opened',
    until: 'you sign out of them or clear it',
  },
  {
    name: 'site.shortcuts',
    when: 'you switch the keyboard shortcuts of a portal off',
    purpose: 'remembers your choice',
    until: 'you switch them on again or clear it',
  },
  {
    name: 'site.answers-…',
    when: 'you leave a company portal',
    purpose: 'shows its last figures with their time until newer ones are here',
    until: 'you sign out, your access ends, or seven days pass',
  },
  {
    name: 'site.session',
    when: 'you open a company portal',
    purpose: 'a random number that counts you once among its viewers',
    until: 'the tab is closed',
  },
  {
    name: 'site.toast',
    when: 'you open a portal with its access key',
    purpose: 'a confirmation that is shown on the next page',
    until: 'the next page shows it',
  },
  {
    name: 'site.ended',
    when: 'your access to an open portal ends',
    purpose: 'names that portal on the next page',
    until: 'the tab is closed',
  },
  {
    name: 'react-router-scroll-positions',
    when: 'you move between pages',
    purpose: 'brings you back to where you were on a page',
    until: 'the tab is closed',
  },
];

/** Entries of the tracking script in the storage of a client's site. See tracker/README.md. */
export const clientSiteEntries: readonly BrowserStorageEntry[] = [
  {
    name: 'siteStats, in the local storage',
    when: 'a page with the script is opened',
    purpose: 'a random id, so that all tabs and visits of a day count as one visitor',
    until: 'midnight in the client’s time zone; it is not used after that, and the next visit replaces it',
  },
  {
    name: 'siteStats, in the storage of the tab',
    when: 'a page with the script is opened',
    purpose: 'a random number of the tab, and at most 50 events that could not be sent yet',
    until: 'the tab is closed; an event waits for an hour at most',
  },
  {
    name: 'siteStats, with the value #stats-exclude',
    when: 'you open the site with #stats-exclude at the end of its address',
    purpose: 'keeps this browser out of the count, so that nothing is sent',
    until: 'you open the site with #stats-include, or clear it',
  },
];
