import { useState } from 'react';
import type { DeliveryResult, ShopConnection, ShopDelivery } from '../../../../contract/shop/connections.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatAgo, formatCount, formatMoment } from '../../../ui/format.ts';

/** Shown before the reader asks for all. */
const shownMax = 5;

/** The newest deliveries of a connection with their results. */
export function Deliveries({ connection, now }: { connection: ShopConnection; now: number }) {
  const [showsAll, setShowsAll] = useState(false);
  const { deliveries, provider } = connection;
  const headingId = `deliveries-${provider}`;
  const shown = showsAll ? deliveries : deliveries.slice(0, shownMax);
  return (
    <section aria-labelledby={headingId}>
      <h4 id={headingId} className="font-medium">
        Last deliveries
      </h4>
      {deliveries.length === 0 ? (
        <p className="mt-2 text-soft">
          None yet. This list changes within seconds of the first delivery, such as a test order.
        </p>
      ) : (
        <ul className="mt-2">
          {shown.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} now={now} />
          ))}
        </ul>
      )}
      {deliveries.length > shown.length && (
        <Button shape="secondary" size="small" className="mt-3 min-h-11" onClick={() => setShowsAll(true)}>
          Show all {deliveries.length} deliveries
        </Button>
      )}
    </section>
  );
}

const results: Record<DeliveryResult, { label: string; tone: string }> = {
  recorded: { label: 'Recorded', tone: 'text-live' },
  unchanged: { label: 'Unchanged: it was known already', tone: 'text-ink' },
  ignored: { label: 'Ignored', tone: 'text-soft' },
  rejected: { label: 'Rejected', tone: 'text-danger' },
};

function Delivery({ delivery, now }: { delivery: ShopDelivery; now: number }) {
  const { receivedAt, topic, result, detail, orderId, count } = delivery;
  const at = Date.parse(receivedAt);
  const { label, tone } = results[result];
  return (
    <li className="grid gap-x-8 gap-y-1 border-t border-line py-3 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-3">
          <span className={classNames('font-medium', tone)}>
            {label}
            {count > 1 && <span className="tabular"> ×{formatCount(count)}</span>}
          </span>
          {orderId && <span className="wrap-anywhere">Order {orderId}</span>}
        </p>
        <p className="text-[0.9375rem] text-soft wrap-anywhere">
          {topic && <code className="font-mono text-[0.875rem]">{topic}</code>}
          {topic && detail && ' · '}
          {detail}
        </p>
      </div>
      <p className="text-[0.9375rem] text-soft tabular sm:text-right">
        <time dateTime={receivedAt}>{formatMoment(at / 1000)}</time>, {formatAgo(now - at)}
      </p>
    </li>
  );
}
