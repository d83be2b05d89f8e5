import { brand } from '../../../contract/public/brand.ts';
import { formatAmount } from '../../../contract/rules/money.ts';
import type { Tx } from '../../db/client.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import { toProductTitle } from './purchase-price.ts';
import type { PurchaseRow } from './purchases.queries.ts';
import type { PurchasesDeps } from './purchases.ts';

type PurchaseMailDeps = Pick<PurchasesDeps, 'mailer' | 'publicUrl' | 'contactTo'>;

/** Queues a receipt for the customer and a notice for the agency, in the transaction that first records the payment. */
export async function queuePurchaseMails(
  { mailer, publicUrl, contactTo }: PurchaseMailDeps,
  tx: Tx,
  purchase: PurchaseRow,
  paidAt: Date,
): Promise<void> {
  const title = toProductTitle(purchase.price_id);
  const amount = formatAmount(purchase.amount, purchase.currency);
  const testNote = purchase.is_test ? ['This was a test order: no money was moved.'] : [];
  const received = purchase.is_test
    ? `A real order of ${title} would have cost ${amount}.`
    : `We have received your payment of ${amount} for ${title}.`;
  const facts = [
    ['Product', title],
    [purchase.is_test ? 'Price' : 'Paid', `${amount} ${purchase.currency.toUpperCase()}, one-time`],
    ['On', toDay(paidAt)],
    ['Order', purchase.id],
  ] as const;

  await mailer.queue(tx, {
    // Anyone can pay a test order with any customer email address.
    class: purchase.is_test ? 'acknowledgement' : 'receipt',
    to: purchase.customer_email,
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
    class: purchase.is_test ? 'notice' : 'order-notice',
    to: contactTo,
    subject: `${purchase.is_test ? 'Test order' : 'New order'}: ${title}, ${amount}`,
    replyTo: purchase.customer_email,
    ...layOutMail({
      preview: `${purchase.customer_email} paid ${amount} for ${title}.`,
      heading: purchase.is_test ? 'A test order was paid' : 'An order was paid',
      paragraphs: [...testNote, 'The customer was promised an answer within 24 hours.'],
      facts: [['Customer', purchase.customer_email], ...facts],
      action: { label: 'See the order', url: `${publicUrl}/admin/orders` },
      reason: 'You receive this because CONTACT_TO names this address.',
    }),
  });
}

/** Mails the access key of a purchase's portal to the customer. Why a mail contains a key: decision 18. */
export async function queuePortalMail(
  { mailer, portals, contactTo }: Pick<PurchasesDeps, 'mailer' | 'portals' | 'contactTo'>,
  tx: Tx,
  purchase: PurchaseRow,
  portal: { companyId: string; companyName: string; accessKey: string },
): Promise<void> {
  await mailer.queue(tx, {
    class: 'receipt',
    to: purchase.customer_email,
    subject: `Your analytics portal: ${portal.companyName}`,
    replyTo: contactTo,
    ...layOutMail({
      preview: `The live analytics portal of ${portal.companyName} is ready.`,
      heading: 'Your portal is ready',
      paragraphs: [
        `The live analytics portal of ${portal.companyName} comes with your order of ${toProductTitle(purchase.price_id)}. Open it with this access key:`,
      ],
      facts: [
        ['Access key', portal.accessKey],
        ['Company', portal.companyName],
      ],
      action: {
        label: 'Open your portal',
        url: `${portals.toPortalOrigin(portal.companyId)}/company-access`,
      },
      closing: [
        'Anyone with this key can see your numbers. Keep it in a password manager and delete this mail. You can ask us for a new key at any time; the old one then stops working at once.',
      ],
      reason: `You receive this because your order with ${brand.name} was paid from this address.`,
    }),
  });
}

function toDay(at: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: brand.timeZone }).format(at);
}
