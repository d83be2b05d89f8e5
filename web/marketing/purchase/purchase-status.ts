/** What a customer can expect next. */
export type PurchaseStage = 'done' | 'waiting' | 'refunded' | 'unpaid';

export interface PurchaseStatusView {
  /** A short text above the title. */
  mark: string;
  title: string;
  stage: PurchaseStage;
  /** Of the test checkout, or of the provider's test mode. */
  isTest: boolean;
  text: string;
}

export const successTitle = 'Payment Successful!';

export const nextStepText = 'we write to the same address within 24 hours to begin the work.';
