import { brand } from '../../../contract/brand.ts';
import type { Tx } from '../../db/client.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import type { PurchasesDeps } from './purchase-deps.ts';
import { formatMoney, toProductTitle } from './purchase-price.ts';
import type { PurchaseRow } from './purchases.queries.ts';

type OrderMailDeps = Pick<PurchasesDeps, 'mailer' | 'publicUrl' | 'contactTo'>;

/** A receipt to the buyer and a notice to the agency, once: in the transaction that sees the money for the first time. */
export async function queuePurchaseMails(
  { mailer, publicUrl, contactTo }: OrderMailDeps,
  tx: Tx,
  payment: PurchaseRow,
  paidAt: Date,
): Promise<void> {
  const title = toProductTitle(payment.price_id);
  const amount = formatMoney(payment.amount, payment.currency);
  const testNote = payment.is_test ? ['This was a test order: no money was moved.'] : [];
  const received = payment.is_test
    ? `A real order of ${title} would have cost ${amount}.`
    : `We have received your payment of ${amount} for ${title}.`;
  const facts = [
    ['Product', title],
    [payment.is_test ? 'Price' : 'Paid', `${amount} ${payment.currency.toUpperCase()}, one-time`],
    ['On', toDay(paidAt)],
    ['Order', payment.id],
  ] as const;

  await mailer.queue(tx, {
    // Anyone can pay a test order with any customer email address.
    class: payment.is_test ? 'acknowledgement' : 'receipt',
    to: payment.customer_email,
    subject: `Your receipt: ${title}`,
    replyTo: contactTo,
    ...layOutMail({
      preview: `${amount} for ${title}. We write to you within 24 hours.`,
      heading: 'Thank you for your order',
      paragraphs: [...testNote, received],
      facts,
      closing: [
        'We write to this address within 24 hours to begin the work. Just answer this mail if something is wrong.',
      ],
      reason: `You receive this because this address was given at the checkout of ${brand.name}.`,
    }),
  });
  await mailer.queue(tx, {
    // Not `notice`: anyone can use up that budget by submitting forms.
    class: payment.is_test ? 'notice' : 'order-notice',
    to: contactTo,
    subject: `${payment.is_test ? 'Test order' : 'New order'}: ${title}, ${amount}`,
    replyTo: payment.customer_email,
    ...layOutMail({
      preview: `${payment.customer_email} paid ${amount} for ${title}.`,
      heading: payment.is_test ? 'A test order was paid' : 'An order was paid',
      paragraphs: [...testNote, 'The customer was promised an answer within 24 hours.'],
      facts: [['Customer', payment.customer_email], ...facts],
      action: { label: 'See the order', url: `${publicUrl}/admin/orders` },
      reason: 'You receive this because CONTACT_TO names this address.',
    }),
  });
}

/** The customer's way into a portal made for them. Why a key stands in a mail: docs/decisions/0018. */
export async function queuePortalMail(
  { mailer, publicUrl, contactTo }: OrderMailDeps,
  tx: Tx,
  payment: PurchaseRow,
  portal: { companyName: string; accessKey: string },
): Promise<void> {
  await mailer.queue(tx, {
    class: 'receipt',
    to: payment.customer_email,
    subject: `Your analytics portal: ${portal.companyName}`,
    replyTo: contactTo,
    ...layOutMail({
      preview: `The live analytics portal of ${portal.companyName} is ready.`,
      heading: 'Your portal is ready',
      paragraphs: [
        `The live analytics portal of ${portal.companyName} comes with your order of ${toProductTitle(payment.price_id)}. Open it with this access key:`,
      ],
      facts: [
        ['Access key', portal.accessKey],
        ['Company', portal.companyName],
      ],
      action: { label: 'Open your portal', url: `${publicUrl}/company-access` },
      closing: [
        'Whoever holds the key can see your numbers. Keep it in a password manager and delete this mail; ask us for a new key at any time, which ends the old one at once.',
      ],
      reason: `You receive this because your order with ${brand.name} was paid from this address.`,
    }),
  });
}

function toDay(at: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: brand.timeZone }).format(at);
}
