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
      summary:
        'Days are compared with the same weekday, and a period that is still running up to the same time.',
      details: [
        'Today until 14:20 is compared with the same weekday of the last week until 14:20. “30 days” are compared with the 30 days that begin five weeks earlier: whole weeks, so that every Monday is compared with a Monday, and as few of them as keep the two apart. A month is compared with the same weekdays four or five weeks earlier.',
        'Under the comparison, “Match weekday” can be switched off. Then today is compared with yesterday, 30 days with the 30 days before them, and a month with the month before. Periods of more than 100 days are always compared by date. A comparison with last year takes the days 52 weeks earlier, or without “Match weekday” the same dates.',
        'A rise to three times the compared value or more is written as a factor, such as 3.5×, because a percentage of a small value says little.',
      ],
    },
  ],
};
