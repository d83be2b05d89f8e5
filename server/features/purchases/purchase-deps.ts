import type { Db } from '../../db/client.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { PaymentProvider } from '../../platform/payment-provider/payment-provider.ts';

export interface PurchasesDeps {
  db: Db;
  payments: PaymentProvider;
  mailer: Mailer;
  publicUrl: string;
  /** Where the agency reads its mail. */
  contactTo: string;
}
