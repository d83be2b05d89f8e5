import type { HelpGroup } from '../help-entry.ts';

export const sales: HelpGroup = {
  id: 'sales',
  title: 'Sales and goals',
  lead: 'What the visits led to.',
  entries: [
    {
      id: 'orders',
      term: 'Orders',
      summary: 'Orders in the company’s shop, each order id once.',
      details: [
        'The page that a customer sees after buying reports the order, or the shop’s server or payment provider does. A second report of the same id is the same order. Orders that an administrator removes no longer count, on any day.',
        'An order that belongs to no visit counts in orders and revenue as long as no filter is set, but not in the conversion rate. Lists have such orders in their last row, “Orders without a known visit”. They are orders that the shop’s server sent without the id of the visitor.',
        'The last page viewed, in the list of orders, is the page that was open before the order was sent.',
        'Amounts in other currencies are not added to the revenue. They are shown below it, each currency with its sum.',
      ],
      example: '1 order.',
    },
    {
      id: 'verified-orders',
      alsoIds: ['verified-revenue'],
      term: 'Verified and reported orders',
      summary: 'An order is verified when the shop’s own server or a payment provider confirmed it.',
      details: [
        'A page of the site only reports an order: anybody who reads the page can send the same message. A server that has one of the company’s tokens verifies it, and so do signed messages of Stripe, WooCommerce and Shopify.',
        'A verified order takes over the reported one with the same id. It keeps the visit, the source and the campaign, and has the amount that the shop’s server sent.',
        'A mark on revenue and orders shows how much is not verified. The portal can show verified orders alone, and an administrator can set that a company counts nothing else.',
      ],
    },
    {
      id: 'revenue',
      term: 'Revenue',
      summary: 'The amounts of the orders less refunds, in the company’s currency.',
      details: [
        'An order counts on its day, and a refund on the day of the refund. A day with more refunds than orders has negative revenue.',
        'The file under Orders, Download has every order and refund of a month. Its column “amount” adds up to the revenue of that month.',
        'A refund belongs to the source, campaign, place and device of its order’s visit, not to a page. Under a filter on pages or events refunds are not subtracted.',
      ],
      example: '$184.00.',
    },
    {
      id: 'refunds',
      term: 'Refunds and disputes',
      summary: 'What was paid back, in whole or in part.',
      details: [
        'A refund counts on the day of the refund, whenever the order was. A disputed payment counts as a refund; if the dispute is won, the amount comes back on that day.',
        'An order in the list says whether it was refunded partly or as a whole, or is disputed.',
      ],
    },
    {
      id: 'average-order-value',
      term: 'Average order value',
      summary: 'The amounts of the orders, before refunds, divided by the number of orders.',
      details: ['Of orders in the company’s currency. Without an order there is no average.'],
      example: '$184.00 ÷ 1 = $184.00.',
    },
    {
      id: 'orders-per-visitor',
      term: 'Orders per visitor',
      summary: 'Orders divided by visitors.',
      details: ['Orders that belong to no visit are included as long as no filter is set.'],
      example: '1 ÷ 1 = 1.00.',
    },
    {
      id: 'revenue-per-visit',
      term: 'Revenue per visit',
      summary: 'Revenue divided by visits.',
      details: ['Revenue is less refunds here too, so it can be negative.'],
      example: '$184.00 ÷ 3 = $61.33.',
    },
    {
      id: 'conversion-rate',
      term: 'Conversion rate',
      summary: 'The share of visits with at least one order.',
      details: ['A visit with two orders counts once, so the rate is never above 100%.'],
      example: '1 of 3 visits, 33%.',
    },
    {
      id: 'goal-conversions',
      alsoIds: ['goal-conversion-rate'],
      term: 'Goal conversions',
      summary: 'Visits that reached a goal: a certain page, or a certain event.',
      details: [
        'A visit counts once, however often it reached the goal. The goal conversion rate is their share of all visits.',
      ],
    },
    {
      id: 'funnel',
      term: 'Funnel',
      summary: 'Two to six pages or events that a visit should go through, one after the other.',
      details: [
        'Anything may happen between two steps, but all of them have to be in one visit.',
        'Two page views of the same millisecond are not two steps, because nobody can say which came first. The same holds for two events of one name. A page view and an event of the same millisecond can be.',
      ],
    },
  ],
};
