import type { HelpGroup } from '../help-entry.ts';

export const exactness: HelpGroup = {
  id: 'exactness',
  title: 'How exact it is',
  lead: 'What you can rely on, and what no such count can see.',
  entries: [
    {
      id: 'exact',
      term: 'What is exact',
      summary: 'Every number is counted from single events. Nothing is sampled or estimated.',
      details: [
        'The rows of a list, a chart and the total above them come from the same events. Each event counts once, however often a browser sends it.',
        'A phone that was offline sends its events later, and they count at the time they happened. So a number of today or yesterday can still rise a little.',
      ],
    },
    {
      id: 'rounded',
      term: 'What is rounded',
      summary: 'Rates, averages and durations are divisions, so they are rounded.',
      details: [
        'Rates in percent and views per visit have two decimals, orders per visitor three, and durations are in whole seconds. Amounts have the decimals of their currency. A half is rounded up.',
        'Lists are sorted by what they show: rows with the same value are in the order of their names.',
      ],
    },
    {
      id: 'changes',
      term: 'How changes are written',
      summary: 'The arrow next to a number compares it with the other period.',
      details: [
        'A change is in percent. From three times as much on it is a factor, such as “12×”. Where there was nothing before it is “new”, and where there is nothing in both periods no change is shown.',
        'A rate that rises from 2% to 3% has risen by one percentage point, but by half of what it was. So that nobody has to guess, its change is the rate before: “up from 2.00%”.',
      ],
    },
    {
      id: 'not-counted',
      term: 'What is not counted',
      summary: 'Some visits leave no trace here, on purpose or because they cannot.',
      details: [],
      list: [
        { term: 'Bots', text: 'crawlers, monitors and scripts that say what they are' },
        { term: 'Global Privacy Control', text: 'browsers that ask not to be tracked with this signal' },
        {
          term: 'Excluded browsers',
          text: 'browsers in which somebody switched counting off, such as your own',
        },
        { term: 'Frames', text: 'pages of the site shown inside another page of it' },
        { term: 'Blocked scripts', text: 'browsers with a content blocker, or without JavaScript' },
        { term: 'Other domains', text: 'pages that copied the tracking code but are not the company’s site' },
      ],
    },
    {
      id: 'demo-data',
      term: 'Demo data',
      summary: 'Invented numbers that show what a portal will look like.',
      details: ['They carry a “Demo data” badge, are never added to real ones, and can be removed.'],
    },
  ],
};
