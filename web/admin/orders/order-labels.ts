import type { Purchase } from '../../../contract/public/purchases.ts';

export const stateLabels = {
  pending: 'Waiting',
  paid: 'Paid',
  failed: 'Failed',
  expired: 'Not completed',
  refunded: 'Refunded',
  disputed: 'Disputed',
} as const satisfies Record<Purchase['state'], string>;
