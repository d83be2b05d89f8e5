import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Company } from '../../../../contract/company/companies.ts';
import { formatMoney } from '../../../../contract/rules/money.ts';
import type { ShopOrder, ShopOrdersSort } from '../../../../contract/shop/reported-orders.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { formatMoment } from '../../../ui/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { shopOrdersQuery } from '../../api/tracking.ts';
import { CorrectOrderButton } from '../../correct-order.tsx';
import { SetupListFailed } from '../setup-panel.tsx';
import { describeSender } from './order-sender.ts';

const sorts = [
  { value: 'latest', label: 'Latest first' },
  { value: 'largest', label: 'Largest first' },
] as const;

/** For administrators: finds and removes shop orders that should not count. The list is loaded when it is opened. */
export function ShopOrdersPanel({ company }: { company: Company }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel labelledBy="shop-orders" className="mt-6 px-5 py-3 sm:px-8 lg:px-10">
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="min-h-11 rounded-control py-2 hover:text-live">
          <h2 id="shop-orders" className="inline text-title">
            Shop orders
          </h2>
        </summary>
        {isOpen && <ShopOrders company={company} />}
      </details>
    </Panel>
  );
}

function ShopOrders({ company }: { company: Company }) {
  const [sort, setSort] = useState<ShopOrdersSort>('latest');
  const [orderId, setOrderId] = useState('');
  const list = useQuery(shopOrdersQuery(company.id, { sort, orderId: orderId.trim() }));
  const orders = list.data;
  return (
    <div className="pb-4">
      <p className="mt-1 max-w-[66ch] text-soft">
        The orders counted for this company. Verified orders come from the shop itself: its server with an API
        key, or a shop connection. Anyone who knows the company's public id can report the others, so remove
        those that the shop does not have. Only administrators see this list.
      </p>
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        <TextField
          label="Order number"
          hint="The whole number, as the shop has it."
          value={orderId}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setOrderId(event.currentTarget.value)}
        />
        <SelectField
          label="Sort by"
          options={sorts}
          value={sort}
          onChange={(event) => setSort(event.currentTarget.value === 'largest' ? 'largest' : 'latest')}
        />
      </div>
      <SetupListFailed what="shop orders" list={list} />
      {orders?.length === 0 && (
        <p className="mt-5 text-soft">
          {orderId.trim() === ''
            ? 'No orders have been counted yet.'
            : 'No order with this number is counted.'}
        </p>
      )}
      <ul className="mt-5">
        {orders?.map((order) => (
          <Order key={order.orderId} order={order} company={company} />
        ))}
      </ul>
    </div>
  );
}

function Order({ order, company }: { order: ShopOrder; company: Company }) {
  const { orderId, source, countedAt } = order;
  const amount = formatMoney(Number(order.amount), order.foreignCurrency ?? company.currency);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere">
          <span className="font-medium">{orderId}</span> <span className="tabular">{amount}</span>
        </p>
        <p className="text-[0.9375rem] text-soft">
          <time dateTime={countedAt}>{formatMoment(Date.parse(countedAt) / 1000)}</time>,{' '}
          {source === 'verified' ? 'verified' : `reported by ${describeSender(source)}`}
        </p>
      </div>
      <CorrectOrderButton
        companyId={company.id}
        orderId={orderId}
        amount={null}
        label="Remove"
        warning={`Order ${orderId} (${amount}) will no longer count towards orders, revenue and conversion rate, including past values. If it is reported again, it appears under Order conflicts, where you can count it again.`}
        done={`Order ${orderId} removed`}
      />
    </li>
  );
}
