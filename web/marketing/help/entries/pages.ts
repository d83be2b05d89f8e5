import type { HelpGroup } from '../help-entry.ts';

export const pages: HelpGroup = {
  id: 'on-the-site',
  title: 'On the site',
  lead: 'What visitors looked at, for how long, and what they did.',
  entries: [
    {
      id: 'page-views',
      term: 'Page views',
      summary: 'A page that was loaded, or opened within the site.',
      details: [
        'Many sites change pages without loading them. That counts if the path changes: from /sofas to /tables. Sorting a list, setting a filter or jumping to a heading is no page view.',
        'Some sites keep their pages after a #, such as /#/tables. They count once hash routing is switched on for the company.',
      ],
      example: '7 page views.',
    },
    {
      id: 'views-per-visit',
      term: 'Views per visit',
      summary: 'Page views divided by visits.',
      details: ['Empty while there are no visits.'],
      example: '7 ÷ 3 = 2.3.',
    },
    {
      id: 'visit-duration',
      term: 'Visit duration',
      summary: 'How long pages were visible and in use, on average for a visit.',
      details: [
        'This is measured, not derived from the time between two pages. So a tab that is forgotten in the background adds nothing, and the time on the last page of a visit counts too.',
      ],
    },
    {
      id: 'bounce-rate',
      term: 'Bounce rate',
      summary: 'The share of visits in which next to nothing happened.',
      details: [
        'A visit is a bounce if it has one page view, no event, no order, and less than ten seconds during which the page was in use. Somebody who reads one article for two minutes is no bounce.',
      ],
      example: '1 of 3 visits, 33%: the one in the evening.',
    },
    {
      id: 'events',
      alsoIds: ['event', 'property'],
      term: 'Events',
      summary: 'Something a site reports besides its pages: a form sent, a file downloaded, a video started.',
      details: [
        'Each report counts. An event has a name and can have properties, such as the plan that was chosen. Reports of links to other sites, downloads and forms can be switched on in the tracking code.',
        'A filter on a property is about the events that have it. “Plan is not pro” leaves out events without a plan, as well as those of the plan pro.',
      ],
    },
    {
      id: 'page',
      alsoIds: ['entry-page', 'exit-page', 'host'],
      term: 'Page, entry page, exit page',
      summary: 'The path of a page, without the site’s name and without anything after a question mark.',
      details: [
        'The entry page is the first of a visit, the exit page the last. A site with several names, such as a shop and a blog, can be divided by its host.',
      ],
    },
  ],
};
