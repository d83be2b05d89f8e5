import type { HelpGroup } from '../help-entry.ts';

export const origins: HelpGroup = {
  id: 'origins',
  title: 'Where visits come from',
  lead: 'Each of these is decided once for a visit, by its first page view.',
  entries: [
    {
      id: 'channel',
      term: 'Channel',
      summary: 'The kind of way that led to the visit.',
      details: [
        'It follows from the site the visitor came from and from the campaign in the address. The first of these that fits decides: a paid campaign, the campaign’s medium, the site.',
      ],
      list: [
        {
          term: 'Direct',
          text: 'typed the address, used a bookmark, or came from an app that does not say so',
        },
        { term: 'Organic Search', text: 'an unpaid result of a search engine' },
        { term: 'Paid', text: 'an advertisement, wherever it was shown' },
        { term: 'Social', text: 'a post or a message on a social network' },
        { term: 'Email', text: 'a newsletter, or a mail read in a browser' },
        { term: 'Referral', text: 'a link on any other site' },
        { term: 'AI Assistants', text: 'an answer of ChatGPT, Claude, Gemini and the like' },
        { term: 'Affiliate', text: 'a partner who is paid for it' },
      ],
    },
    {
      id: 'source',
      alsoIds: ['referrer'],
      term: 'Source and referrer',
      summary: 'The site that led to the visit, by its usual name: Google, Instagram, a newspaper.',
      details: [
        'All addresses of Google are one source. A source that the campaign names comes first. The referrer is the exact page, where the other site passes it on; most pass on their name alone.',
      ],
    },
    {
      id: 'campaign',
      alsoIds: ['utm-source', 'utm-medium', 'utm-campaign', 'utm-term', 'utm-content'],
      term: 'Campaign',
      summary:
        'The five utm values that advertisers add to an address: source, medium, campaign, term and content.',
      details: [
        'They are stored as written. Of everything else after the question mark only the kind of an advertisement’s click id is noted.',
      ],
    },
    {
      id: 'country',
      alsoIds: ['region', 'city'],
      term: 'Country, region, city',
      summary: 'Where the network address is registered.',
      details: [
        'It is looked up when the event arrives, and the address is not kept. Somebody who uses a VPN appears in its country. Regions and cities are only known if a database with them is installed.',
      ],
    },
    {
      id: 'device',
      alsoIds: ['browser', 'browser-version', 'os', 'os-version', 'screen', 'language'],
      term: 'Device, browser, language',
      summary: 'What the browser says about itself.',
      details: [
        'The kind of device, the browser and the operating system with their versions, and the language the browser is set to. The screen is the class of the window’s width: phone, tablet, laptop or desktop.',
      ],
    },
  ],
};
