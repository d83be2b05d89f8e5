import type { PortalCompany } from '../../../../../contract/company/companies.ts';
import type { OrderChange, OrderPage } from '../../../../../contract/shop/portal-orders.ts';
import { formatExactMoney } from '../../../../figures/format.ts';
import { describeChange } from '../order-labels.ts';
import { formatOrderTime } from '../order-time.ts';
import { OrderPanel } from './order-panel.tsx';

interface OrderHistoryProps {
  history: OrderPage['history'];
  company: PortalCompany;
}

/** The changes of the order, oldest first. */
export function OrderHistory({ history, company }: OrderHistoryProps) {
  return (
    <OrderPanel title="History">
      <ol className="relative grid gap-4 before:absolute before:top-2 before:bottom-2 before:left-[3.5px] before:w-px before:bg-line">
        {history.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes are only added at the end.
          <li key={index} className="relative pl-6">
            <span
              aria-hidden="true"
              className="absolute top-2 left-0 size-2 rounded-full border border-strong bg-raised"
            />
            <span className="block wrap-anywhere">
              {describeChange(change, toMoney(change, company.currency))}
            </span>
            <time dateTime={change.at} className="block text-note text-soft">
              {formatOrderTime(change.at, company.timeZone)}
            </time>
          </li>
        ))}
      </ol>
    </OrderPanel>
  );
}

/** The amount has no sign: the sentence names the direction. Undefined for a reader who may not see it. */
const toMoney = ({ amount, currency }: OrderChange, nearby: string) =>
  amount === null ? undefined : formatExactMoney(amount.replace('-', ''), currency, nearby);
