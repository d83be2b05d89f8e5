import type { TrackingEvent } from '../../../../contract/tracking.ts';
import { isSameSite, isSiteHost } from '../../../platform/domain.ts';
import type { TrackedCompany } from '../../companies/companies.ts';
import type { Accepted } from '../event-rows.ts';
import { refuse, refuseAsForeign } from '../rejections/reject.ts';
import { isSpamReferrer } from './spam-referrers.ts';
import type { Agent } from './user-agents.ts';

export interface Sender {
  /** The Origin header; undefined when the event was not sent by a page. */
  origin: string | undefined;
  userAgent: string;
  /** What the sender's address is limited by. Kept in memory only. */
  address: string;
}

/** Refuses `Origin: null` and extensions too: they name no site (docs/decisions/0027). */
export function requireOwnSite(company: TrackedCompany, { origin }: Sender): void {
  if (origin === undefined || isSameSite(origin, company.domain)) return;
  throw refuseAsForeign('origin-mismatch');
}

export function requireCounted(agent: Agent, events: TrackingEvent[], sender: Sender): void {
  if (!agent.isBot || isShopServer(agent, events, sender)) return;
  throw refuse(403, 'bot', 'Events of bots are not counted.');
}

/**
 * Whether orders come from a shop's own server: no page sent them, and whatever HTTP client did is not a
 * crawler. A request that also holds page views or sessions is not one, and is refused as a whole.
 */
function isShopServer(agent: Agent, events: TrackingEvent[], { origin }: Sender): boolean {
  return origin === undefined && !agent.isCrawler && events.every((event) => event.eventType === 'order');
}

export function requireOrderWithinRules(event: TrackingEvent, company: TrackedCompany): void {
  if (event.eventType !== 'order') return;
  const { amount, currency } = event.metadata;
  if (currency !== undefined && currency.toUpperCase() !== company.currency)
    throw refuse(422, 'currency-mismatch', `Orders of this company are counted in ${company.currency}.`);
  if (amount > company.orderAmountMax)
    throw refuse(
      422,
      'order-amount-too-large',
      'The amount is larger than this company accepts for one order.',
    );
}

/** Refuses events whose page is on another host than the company's, and visits that spam sends. */
export function requireOwnPage({ event, session, pageHost }: Accepted, company: TrackedCompany): void {
  if (pageHost !== '' && !isSiteHost(pageHost, company.domain)) throw refuseAsForeign('page-elsewhere');
  const referrerHost = event?.referrer_host || session?.referrer_host;
  if (referrerHost && isSpamReferrer(referrerHost))
    throw refuse(403, 'spam-referrer', 'Visits from this referrer are not counted.');
}
