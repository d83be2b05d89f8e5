import type { OrderPage, PortalOrder, PortalOrders } from '../../contract/shop/portal-orders.ts';

/** An order of a visit that only a page has reported. */
export function anOrder(fields: Partial<PortalOrder> = {}): PortalOrder {
  return {
    orderId: 'A-1001',
    at: '2026-11-20T23:30:00.000Z',
    amount: '120.00',
    refunded: '0.00',
    tax: null,
    shipping: null,
    net: null,
    currency: 'USD',
    state: 'paid',
    isVerified: false,
    reporter: 'page',
    source: 'Google',
    channel: 'Organic search',
    campaign: 'spring',
    device: 'phone',
    country: 'GB',
    pageBefore: '/checkout',
    ...fields,
  };
}

export function anOrderList(orders: PortalOrder[], fields: Partial<PortalOrders> = {}): PortalOrders {
  return {
    from: '2026-10-25T00:00:00.000Z',
    to: '2026-11-23T12:00:00.000Z',
    timeZone: 'Europe/Berlin',
    currency: 'USD',
    source: 'tracked',
    ordersCounted: 'all',
    pending: null,
    orders,
    rowCount: orders.length,
    ...fields,
  };
}

export function anOrderPage(fields: Partial<OrderPage> = {}): OrderPage {
  const order = anOrder();
  const { amount, currency } = order;
  return {
    orderId: order.orderId,
    status: 'paid',
    order,
    items: [],
    refunds: [],
    history: [{ at: order.at, kind: 'reported', reporter: 'page', amount, currency }],
    ...fields,
  };
}
