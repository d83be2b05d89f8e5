import type { Currency } from '../../../../contract/company/companies.ts';
import type { RecentEvent } from '../../../../contract/company/recent-events.ts';
import { formatMoneyValue } from '../../../figures/format.ts';

/** An event as text, with what was recognized of the visit: `Page view of /pricing, from Google, on a phone`. */
export function describeEvent(event: RecentEvent, currency: Currency): string {
  const { source, device } = event;
  const from =
    source === null || source === 'unknown' ? '' : source === 'Direct' ? ', direct' : `, from ${source}`;
  const on =
    device === 'unknown' || device === 'other'
      ? ''
      : `, on ${device === 'desktop' ? 'a computer' : `a ${device}`}`;
  return `${toSubject(event, currency)}${from}${on}`;
}

function toSubject({ kind, path, name, amount, currency: own }: RecentEvent, currency: Currency): string {
  if (kind === 'event') return `Event ${name ?? ''} on ${path}`;
  if (kind === 'page-view') return `Page view of ${path}`;
  return amount === null ? 'Order' : `Order of ${formatMoneyValue(amount, own ?? currency)}`;
}
