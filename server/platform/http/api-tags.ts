import type { FastifyInstance, RouteOptions } from 'fastify';

/** The areas of the API, in the order in which `/openapi.json` lists them. */
export const apiTags = {
  'Order API': 'Verified orders and refunds of a shop, reported by its servers with a token.',
  Tracking: 'Events of the tracking script, its code, and events that were rejected.',
  'Shop connections': 'Shop systems that report the orders of a company.',
  'Shop orders': 'Orders that were reported with different amounts, and their corrections.',
  'Portal access':
    'Accesses of people with their keys and invitations, share links, and who opened which portal.',
  'Own addresses': 'Portals under domains of the agency and of its clients, for administrators.',
  Tokens: 'Tokens of programs, for administrators.',
  Portal: 'A company and what happens on its site now.',
  Statistics: 'Metrics, lists, conversions and orders of a period, and their files.',
  'Goals and funnels': 'What the visitors of a site should reach.',
  Notes: 'Dated notes on the charts of a company.',
  Reports: 'Weekly and monthly reports of companies: template, recipients, review and what was sent.',
  Alerts: 'What was unusual at a company, who is notified, and signed webhooks.',
  Subscriptions: 'What a mail’s link to unsubscribe changes, with the token of the link.',
  Companies: 'The clients of the agency, for administrators.',
  Accounts: 'Sign-up, sign-in, sessions, two-factor and administrator rights.',
  Team: 'The members of the agency: their roles, their companies, and team invitations.',
  Messages: 'Forms of the public pages, and the inbox.',
  Purchases: 'Checkout, and the purchases of the products of the agency.',
  Agency: 'Name, look, texts and prices of the agency, for owners.',
  Administration: 'Audit log, failed mails and live changes of the admin area.',
  Server: 'Whether the server works, and reports of browsers.',
} as const;

export type ApiTag = keyof typeof apiTags;

declare module 'fastify' {
  interface FastifyContextConfig {
    apiTag?: ApiTag;
  }
}

/** Names the area that the routes of a scope belong to in `/openapi.json`. */
export function tagRoutes(scope: Pick<FastifyInstance, 'addHook'>, apiTag: ApiTag): void {
  scope.addHook('onRoute', (route: RouteOptions) => {
    route.config = { ...route.config, apiTag };
  });
}
