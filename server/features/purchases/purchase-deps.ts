import type { Db } from '../../db/client.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Payments } from '../../platform/payment-provider/payments.ts';

export interface PaymentsDeps {
  db: Db;
  payments: Payments;
  mailer: Mailer;
  publicUrl: string;
  /** Where the agency reads its mail. */
  contactTo: string;
}
