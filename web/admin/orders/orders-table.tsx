import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import type { Purchase } from '../../../contract/public/purchases.ts';
import { formatAmount } from '../../../contract/rules/money.ts';
import { EmailAddress } from '../../signed-in/email-address.tsx';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { usePermission } from '../../signed-in/use-permission.ts';
import { Button } from '../../ui/button.tsx';
import { ResponsiveTable, TableCell, TableRow } from '../components/responsive-table.tsx';
import { OrderState } from './order-state.tsx';

const columns = [
  { label: 'Ordered' },
  { label: 'Product' },
  { label: 'Customer' },
  { label: 'Amount', isNumber: true },
  { label: 'State' },
  { label: 'Payment' },
  { label: 'Portal', isNumber: true },
] as const;

interface OrdersTableProps {
  orders: Purchase[];
  onCreatePortal: (orderId: string) => void;
}

export function OrdersTable({ orders, onCreatePortal }: OrdersTableProps) {
  return (
    <ResponsiveTable caption="Orders, newest first" columns={columns}>
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} onCreatePortal={onCreatePortal} />
      ))}
    </ResponsiveTable>
  );
}

interface OrderRowProps {
  order: Purchase;
  onCreatePortal: (orderId: string) => void;
}

const link =
  'inline-flex min-h-9 items-center gap-1.5 underline decoration-strong underline-offset-4 hover:text-live hover:decoration-live';

function OrderRow({ order, onCreatePortal }: OrderRowProps) {
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap text-soft tabular max-lg:order-2 max-lg:mt-1">
        <Timestamp at={order.createdAt} />
      </TableCell>
      <TableCell className="font-medium">
        <span className="xl:whitespace-nowrap">{order.productTitle}</span>
        {order.isTest && (
          <span className="ml-2 rounded-full border border-warn px-2 py-px text-note font-normal whitespace-nowrap text-warn">
            Test
          </span>
        )}
        {order.problem && <span className="block text-note font-normal text-danger">{order.problem}</span>}
      </TableCell>
      <TableCell className="wrap-anywhere max-lg:order-1 max-lg:col-span-2">
        <EmailAddress>{order.customerEmail}</EmailAddress>
      </TableCell>
      <TableCell isNumber className="text-right whitespace-nowrap">
        {formatAmount(order.amount + order.taxAmount, order.currency)}
        {order.taxAmount > 0 && (
          <span className="block text-note text-soft">
            with {formatAmount(order.taxAmount, order.currency)} tax
          </span>
        )}
        {order.refundedAmount > 0 && (
          <span className="block text-note text-soft">
            {formatAmount(order.refundedAmount, order.currency)} refunded
          </span>
        )}
      </TableCell>
      <TableCell className="max-lg:order-3 max-lg:text-right">
        <OrderState state={order.state} />
      </TableCell>
      <TableCell className="whitespace-nowrap max-lg:order-4 max-lg:col-span-2 max-lg:not-has-[a]:sr-only">
        <PaymentLink order={order} />
      </TableCell>
      <TableCell className="empty:hidden max-lg:order-5 max-lg:col-span-2 max-lg:mt-3 lg:text-right">
        <PortalAction order={order} onCreatePortal={onCreatePortal} />
      </TableCell>
    </TableRow>
  );
}

function PaymentLink({ order }: { order: Purchase }) {
  if (!order.providerUrl) {
    return <span className="text-soft">{order.isTest ? 'No real payment' : 'No payment yet'}</span>;
  }
  return (
    <a href={order.providerUrl} target="_blank" rel="noreferrer" className={link}>
      Payment<span className="sr-only"> at the provider, in a new tab</span>
      <ExternalLink className="size-4" strokeWidth={1.5} aria-hidden="true" />
    </a>
  );
}

function PortalAction({ order, onCreatePortal }: OrderRowProps) {
  const mayOpenCompanies = usePermission('companies');
  const mayCreate = usePermission('purchase-portals');
  if (order.companyId) {
    if (!mayOpenCompanies) return <span className="text-soft">Has a portal</span>;
    return (
      <Link to={`/admin/companies/${order.companyId}`} className={link}>
        See the company<span className="sr-only"> created for {order.customerEmail}</span>
      </Link>
    );
  }
  if (order.state !== 'paid' || !mayCreate) return null;
  return (
    <Button
      shape="secondary"
      size="small"
      className="xl:whitespace-nowrap"
      aria-haspopup="dialog"
      onClick={() => onCreatePortal(order.id)}
    >
      Create portal for this customer
      <span className="sr-only">, {order.customerEmail}</span>
    </Button>
  );
}
