/** The list of steps that follows: after a payment, while the bank confirms it, after a refund, without a payment. */
export type FollowUp = 'done' | 'waiting' | 'refunded' | 'unpaid';

export interface PurchaseStatusView {
  /** A short text above the title. */
  mark: string;
  title: string;
  followUp: FollowUp;
  /** No money moves: the test checkout, or the provider's test mode. */
  isTest: boolean;
  text: string;
}

export const successTitle = 'Payment Successful!';

export const nextStepText = 'we write to the same address within 24 hours to begin the work.';
