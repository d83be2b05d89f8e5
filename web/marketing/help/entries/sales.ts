import type { HelpGroup } from '../help-entry.ts';

export const sales: HelpGroup = {
  id: 'sales',
  title: 'Sales and goals',
  lead: 'What the visits led to.',
  entries: [
    {
      id: 'orders',
      term: 'Orders',
      summary: 'Orders in the company’s shop, each order number once.',
      details: [
        'The page that a customer sees after buying reports the order, or the shop’s server does. A second report of the same number changes nothing. Orders that an administrator removes no longer count, on any day.',
        'An order from a server belongs to no visit. It counts in orders and revenue as long as no filter is set, but not in the conversion rate.',
      ],
      example: '1 order.',
    },
    {
      id: 'revenue',
      term: 'Revenue',
      summary: 'The amounts of the orders, in the company’s currency.',
      details: ['As the shop reported them. Refunds are shown beside it and are not subtracted.'],
      example: '$184.00.',
    },
    {
      id: 'refunds',
      term: 'Refunds',
      summary: 'What was paid back for these orders, in whole or in part.',
      details: ['A refund counts on the day of its order, not on the day of the repayment.'],
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
  ],
};
