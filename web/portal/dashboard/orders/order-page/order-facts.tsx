import type { PortalOrder } from '../../../../../contract/shop/portal-orders.ts';
import { toValueLabel } from '../../../../figures/value-labels.ts';
import { reporterLabels } from '../order-labels.ts';
import { formatOrderTime } from '../order-time.ts';
import { OrderPanel } from './order-panel.tsx';

interface OrderFactsProps {
  order: PortalOrder;
  timeZone: string;
}

/** When it was ordered, who reported it, and the visit that led to it. */
export function OrderFacts({ order, timeZone }: OrderFactsProps) {
  const { source, channel, campaign, device, country, pageBefore } = order;
  const visit = (
    [
      ['Source', source && toValueLabel('source', source)],
      ['Channel', channel && toValueLabel('channel', channel)],
      ['Campaign', campaign && toValueLabel('utm-campaign', campaign)],
      ['Device', device && toValueLabel('device', device)],
      ['Country', country && toValueLabel('country', country)],
      ['Last page viewed', pageBefore],
    ] as const
  ).flatMap(([name, text]) => (text ? [[name, text] as const] : []));
  const reporter = reporterLabels[order.reporter];
  const facts = [
    ['Ordered', formatOrderTime(order.at, timeZone)],
    [order.isVerified ? 'Verified by' : 'Reported by', reporter.charAt(0).toUpperCase() + reporter.slice(1)],
    ...visit,
  ] as const;

  return (
    <OrderPanel title="Where it came from">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-2.5">
        {facts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">
              <bdi dir="auto">{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {visit.length === 0 && (
        <p className="mt-3 text-note text-soft">
          The order belongs to no visit: the shop reported it without the id of the visitor.
        </p>
      )}
      <p className="mt-3 text-note text-soft">Times in {timeZone.replaceAll('_', ' ')}</p>
    </OrderPanel>
  );
}
