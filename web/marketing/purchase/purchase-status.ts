export interface PurchaseStatusView {
  /** A short text above the title. */
  mark: string;
  isPaid: boolean;
  text: string;
}

export const nextStepText = 'we write to the same address within 24 hours to begin the work.';
