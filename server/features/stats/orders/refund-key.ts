/** The key of a refund among those of several orders. */
export const toRefundKey = (orderId: string, refundId: string | null): string =>
  JSON.stringify([orderId, refundId]);
