import { ArrowLeft } from 'lucide-react';
import { LinkButton } from '../../routing/link.tsx';

interface OrderLinksProps {
  /** The name of the company. */
  name: string;
  /** The address of its portal; undefined for readers to whom the orders are the portal. */
  portal?: string | undefined;
  /** The address of its orders, from one of them. */
  orders?: string;
}

/** The way back from orders. */
export function OrderLinks({ name, portal, orders }: OrderLinksProps) {
  return (
    <nav aria-label="Back" className="-ml-3.5 flex flex-wrap items-center gap-x-1">
      {portal !== undefined && (
        <LinkButton to={portal} shape="quiet" size="small" className="min-h-11 max-w-full">
          <ArrowLeft className="size-4 shrink-0" strokeWidth={1.5} aria-hidden="true" />
          <span className="min-w-0 truncate">Portal of {name}</span>
        </LinkButton>
      )}
      {orders !== undefined && (
        <LinkButton to={orders} shape="quiet" size="small" className="min-h-11">
          All orders
        </LinkButton>
      )}
    </nav>
  );
}
