import type { OrderSource } from '../../../../contract/shop/reported-orders.ts';

/** Who reported an order, after "reported by". */
export function describeSender(source: OrderSource, host = ''): string {
  if (source === 'verified') return 'the order API or a shop connection';
  if (source === 'server') return 'a server without a token';
  return host === '' ? 'a page of the site' : `a page on ${host}`;
}
