import type { HelpGroup } from '../help-entry.ts';

export const people: HelpGroup = {
  id: 'people',
  title: 'People and visits',
  lead: 'Who came, how often, and who is there now.',
  entries: [
    {
      id: 'visitors',
      alsoIds: ['users', 'total-users'],
      term: 'Visitors',
      summary: 'One browser on one day.',
      details: [
        'Three open tabs are one visitor, and so is somebody who comes back in the evening. Two people behind one office address are two.',
        'The visitors of a week are the visitors of its days, added up. Somebody who comes on Monday and on Tuesday counts on both days, because nothing that is stored links one day to another.',
        'Within a day a browser is recognized by a random number that the tracking script keeps on the site until midnight. Where the company has switched that off, or the browser does not allow it, address and kind of browser are used instead: then two alike browsers behind one address count as one. The address itself is never stored.',
        'Total Users on a portal is this number for all days together.',
      ],
      example: '1 visitor, although there were three visits and three tabs.',
    },
    {
      id: 'visits',
      term: 'Visits',
      summary: 'What one visitor does without a pause of 30 minutes.',
      details: [
        'Pages and events in all tabs belong to the same visit. After a pause of 30 minutes or more the next page begins a new one, and so does the first page after midnight.',
        'A visit belongs to the hour and the day in which it began. Its entry page, source, campaign, country and device are those of its first page view.',
      ],
      example: '3 visits, because there were two long pauses.',
    },
    {
      id: 'live-visitors',
      alsoIds: ['active-users'],
      term: 'Live visitors',
      summary: 'Visitors who have the site open now.',
      details: [
        'A visitor is live if a tab was seen within the last five minutes and has not been closed since. Closing the last tab shows within about ten seconds. Where a browser is cut off before it can report that, it takes the five minutes.',
        'People who look at the portal are counted apart from the visitors of the site. The card Active Users says first how many there are of each, then how many there are in all.',
      ],
    },
  ],
};
