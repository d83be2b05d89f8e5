import type { TrackingEvent } from '../../../../contract/tracking.ts';
import { isSameSite, isSiteHost } from '../../../platform/domain.ts';
import type { TrackedCompany } from '../../companies/companies.ts';
import type { AcceptedEvent } from '../event-rows.ts';
import { foreignEventError, rejectionError } from '../rejections/rejection-errors.ts';
import { isSpamReferrer } from './spam-referrers.ts';
import type { UserAgent } from './user-agent.ts';

export interface EventSender {
  /** The Origin header; undefined when the event was not sent by a page. */
  origin: string | undefined;
  userAgent: string;
  /** What the sender's address is limited by. Kept in memory only. */
  address: string;
}

/** Refuses `Origin: null` and extensions too: they name no site (docs/decisions/0027). */
export function requireCompanyOrigin(company: TrackedCompany, { origin }: EventSender): void {
  if (origin === undefined || isSameSite(origin, company.domain)) return;
  throw foreignEventError('origin-mismatch');
}

export function requireNoBot(agent: UserAgent, events: TrackingEvent[], sender: EventSender): void {
  if (!agent.isBot || isShopServer(agent, events, sender)) return;
  throw rejectionError(403, 'bot', 'Events of bots are not counted.');
}

/**
 * Whether orders come from a shop's own server: no page sent them, and whatever HTTP client did is not a
 * crawler. A request that also holds page views or sessions is not one, and is refused as a whole.
 */
function isShopServer(agent: UserAgent, events: TrackingEvent[], { origin }: EventSender): boolean {
  return origin === undefined && !agent.isCrawler && events.every((event) => event.eventType === 'order');
}

export function requireValidOrder(event: TrackingEvent, company: TrackedCompany): void {
  if (event.eventType !== 'order') return;
  const { amount, currency } = event.metadata;
  if (currency !== undefined && currency.toUpperCase() !== company.currency)
    throw rejectionError(
      422,
      'currency-mismatch',
      `Orders of this company are counted in ${company.currency}.`,
    );
  if (amount > company.orderAmountMax)
    throw rejectionError(
      422,
      'order-amount-too-large',
      'The amount is larger than this company accepts for one order.',
    );
}

/** Refuses events whose page is on another host than the company's, and visits that spam sends. */
export function requireCompanyPage(
  { event, session, pageHost }: AcceptedEvent,
  company: TrackedCompany,
): void {
  if (pageHost !== '' && !isSiteHost(pageHost, company.domain)) throw foreignEventError('page-elsewhere');
  const referrerHost = event?.referrer_host || session?.referrer_host;
  if (referrerHost && isSpamReferrer(referrerHost))
    throw rejectionError(403, 'spam-referrer', 'Visits from this referrer are not counted.');
}
