import type { HelpGroup } from '../help-entry.ts';

export const time: HelpGroup = {
  id: 'time',
  title: 'Days and periods',
  lead: 'When a day begins, and what is compared with what.',
  entries: [
    {
      id: 'days',
      alsoIds: ['time-zones'],
      term: 'Days and time zones',
      summary: 'A day begins at midnight in the company’s time zone.',
      details: [
        'So everybody who opens the portal sees the same numbers for a day, wherever they are. Weeks begin on Monday.',
        'An administrator sets the time zone. When it changes, every day whose events are still stored is counted again.',
      ],
    },
    {
      id: 'daylight-saving',
      term: 'Days of 23 and 25 hours',
      summary: 'Where clocks change, one day of the year is an hour short and one an hour long.',
      details: [
        'Nothing is moved to make them fit. In spring the hour that does not exist is missing from the chart, in autumn the hour that happens twice is drawn twice. Such a day can be a little lower or higher than its neighbours for that reason alone.',
      ],
    },
    {
      id: 'periods',
      term: 'Periods and comparison',
      summary: 'A period that is still running is compared with the same part of the one before.',
      details: [
        'Today until 14:20 is compared with yesterday until 14:20, this month with the last one until the same day and time. “7 days” are today and the six days before, compared with the seven days before those. A comparison with last year takes the same dates.',
      ],
    },
  ],
};
