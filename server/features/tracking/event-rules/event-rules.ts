import { currencyCodes } from '../../../../contract/rules/currencies.ts';
import type { TrackingEvent } from '../../../../contract/tracking.ts';
import { toOriginHost } from '../../../platform/domain.ts';
import type { TrackedCompany } from '../../companies/tracked-company.ts';
import type { UserAgent } from '../agent/user-agent.ts';
import type { AcceptedEvent } from '../event-batch.ts';
import { foreignEventError, rejectionError } from '../rejections/rejection-errors.ts';
import { isSpamReferrer } from '../sources/spam-referrers.ts';

export interface EventSender {
  /** The Origin header; undefined when the event was not sent by a page. */
  origin: string | undefined;
  userAgent: string;
  /** The key that limits of the sender's address are counted under. Kept in memory only. */
  address: string;
  /** The whole address. Used for hashes of the day and the country, kept nowhere. */
  clientAddress: string;
  /** The country that a trusted proxy names in a header. */
  proxyCountry?: string | undefined;
}

/** Also rejects `Origin: null` and browser extensions, which name no site (decision 27). */
export function requireCompanyOrigin(company: TrackedCompany, { origin }: EventSender): void {
  if (origin === undefined || company.hasHost(toOriginHost(origin))) return;
  throw foreignEventError('origin-mismatch');
}

export function requireNoBot(agent: UserAgent, events: TrackingEvent[], sender: EventSender): void {
  if (!agent.isBot || isShopServer(agent, events, sender)) return;
  throw rejectionError(403, 'bot', 'Events of bots are not counted.');
}

/**
 * Whether orders come from a shop's own server: the request has no Origin header and its HTTP client is not a
 * crawler. A request that also contains page views or sessions is rejected as a whole.
 */
function isShopServer(agent: UserAgent, events: TrackingEvent[], { origin }: EventSender): boolean {
  return origin === undefined && !agent.isCrawler && events.every((event) => event.eventType === 'order');
}

const knownCurrencies: ReadonlySet<string> = new Set(currencyCodes);
const isCurrency = (code: string) => knownCurrencies.has(code);

export function requireValidOrder(event: TrackingEvent, company: TrackedCompany): void {
  if (event.eventType !== 'order') return;
  const { amount, currency } = event.metadata;
  const code = currency?.toUpperCase() ?? company.currency;
  if (!isCurrency(code))
    throw rejectionError(422, 'currency-mismatch', `${code} is not a currency in use (ISO 4217).`);
  // The limit is in the company's currency.
  if (code === company.currency && amount > company.orderAmountMax)
    throw rejectionError(
      422,
      'order-amount-too-large',
      'The amount is larger than this company accepts for one order.',
    );
}

/** Rejects events whose page is on none of the company's hosts, and visits from spam referrers. */
export function requireCompanyPage({ pageHost, referrerHost }: AcceptedEvent, company: TrackedCompany): void {
  if (pageHost !== '' && !company.hasHost(pageHost)) throw foreignEventError('page-elsewhere');
  if (referrerHost !== '' && isSpamReferrer(referrerHost))
    throw rejectionError(403, 'spam-referrer', 'Visits from this referrer are not counted.');
}

/** Whether nothing that this sender reports is counted, except orders: money is never left out (decision 61). */
export function isExcludedSender(
  { excludesAddress }: TrackedCompany,
  address: string,
  { eventType }: TrackingEvent,
): boolean {
  return excludesAddress !== undefined && eventType !== 'order' && excludesAddress(address);
}

/** Whether the page of an event is not counted. */
export function isExcludedPage(
  { excludesPath }: TrackedCompany,
  path: string,
  { eventType }: TrackingEvent,
): boolean {
  return excludesPath !== undefined && eventType !== 'order' && excludesPath(path);
}
