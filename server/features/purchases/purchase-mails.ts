import { formatAmount } from '../../../contract/rules/money.ts';
import type { Tx } from '../../db/client.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import type { CurrentAgency } from '../agency/agency.ts';
import { toProductTitle } from './prices/purchase-price.ts';
import type { PurchaseRow } from './purchases.queries.ts';
import type { PurchasesDeps } from './purchases.ts';

type PurchaseMailDeps = Pick<PurchasesDeps, 'mailer' | 'publicUrl' | 'mailBrand' | 'contactTo'> & {
  agency: CurrentAgency;
};

const testNote = 'This was a test checkout. No money was moved.';

/** Queues a receipt for the customer and a notice for the agency, in the transaction that first records the payment. */
export async function queuePurchaseMails(
  deps: PurchaseMailDeps,
  tx: Tx,
  purchase: PurchaseRow,
  paidAt: Date,
): Promise<void> {
  const paid = toPaid(purchase, toDay(paidAt, deps.agency.current.brand.timeZone));
  await queueReceipt(deps, tx, purchase, paid);
  await queueNotice(deps, tx, purchase, paid);
}

interface Paid {
  title: string;
  /** The price with tax. */
  total: string;
  facts: readonly (readonly [label: string, value: string])[];
}

function toPaid(purchase: PurchaseRow, day: string): Paid {
  const { amount, tax_amount: tax, currency, is_test: isTest } = purchase;
  const title = toProductTitle(purchase);
  const total = formatAmount(amount + tax, currency);
  const inCurrency = `${total} ${currency.toUpperCase()}, one-time`;
  const sum: Paid['facts'] =
    tax === 0
      ? [[isTest ? 'Price' : 'Paid', inCurrency]]
      : [
          ['Price', formatAmount(amount, currency)],
          ['Tax', formatAmount(tax, currency)],
          [isTest ? 'Total' : 'Paid', inCurrency],
        ];
  return { title, total, facts: [['Product', title], ...sum, ['On', day], ['Order', purchase.id]] };
}

async function queueReceipt(
  { mailer, publicUrl, mailBrand, contactTo, agency }: PurchaseMailDeps,
  tx: Tx,
  purchase: PurchaseRow,
  { title, total, facts }: Paid,
): Promise<void> {
  const isTest = purchase.is_test;
  const received = isTest
    ? [testNote, `A real order of ${title} would have cost ${total}.`]
    : [`We have received your payment of ${total} for ${title}.`];
  await mailer.queue(tx, {
    // Anyone can pay a test order with any customer email address.
    class: isTest ? 'acknowledgement' : 'receipt',
    to: purchase.customer_email,
    subject: `${isTest ? 'Your test receipt' : 'Your receipt'}: ${title}`,
    replyTo: contactTo(),
    ...layOutMail(mailBrand(), {
      preview: isTest ? testNote : `${total} for ${title}. We write to you within 24 hours.`,
      heading: isTest ? 'Your test order' : 'Thank you for your order',
      paragraphs: [
        ...received,
        'What happens next: we write to this address within 24 hours to begin the work. You can already choose a time for the first call.',
      ],
      facts,
      action: { label: 'Book your kick-off', url: `${publicUrl}/book-demo` },
      closing: ['Just answer this mail if you have a question or something is wrong.'],
      reason: `You receive this because this address was given at the checkout of ${agency.current.brand.name}.`,
    }),
  });
}

async function queueNotice(
  { mailer, publicUrl, mailBrand, contactTo }: PurchaseMailDeps,
  tx: Tx,
  purchase: PurchaseRow,
  { title, total, facts }: Paid,
): Promise<void> {
  const isTest = purchase.is_test;
  await mailer.queue(tx, {
    // Not `notice`: anyone can use up that budget by submitting forms.
    class: isTest ? 'notice' : 'order-notice',
    to: contactTo(),
    subject: `${isTest ? 'Test order' : 'New order'}: ${title}, ${total}`,
    replyTo: purchase.customer_email,
    ...layOutMail(mailBrand(), {
      preview: isTest ? testNote : `${purchase.customer_email} paid ${total} for ${title}.`,
      heading: isTest ? 'A test order was completed' : 'An order was paid',
      paragraphs: [...(isTest ? [testNote] : []), 'The customer was promised an answer within 24 hours.'],
      facts: [['Customer', purchase.customer_email], ...facts],
      action: { label: 'See the order', url: `${publicUrl}/admin/orders` },
      reason: `You receive this because notices of ${publicUrl} go to this address.`,
    }),
  });
}

/** Mails the access key of a purchase's portal to the customer. Why a mail contains a key: decision 18. */
export async function queuePortalMail(
  { mailer, portals, mailBrand, contactTo, agency }: PurchaseMailDeps & Pick<PurchasesDeps, 'portals'>,
  tx: Tx,
  purchase: PurchaseRow,
  portal: { companyId: string; companyName: string; accessKey: string },
): Promise<void> {
  const brand = mailBrand();
  await mailer.queue(tx, {
    class: 'receipt',
    to: purchase.customer_email,
    subject: `Your analytics portal: ${portal.companyName}`,
    replyTo: contactTo(),
    ...layOutMail(brand, {
      preview: `The live analytics portal of ${portal.companyName} is ready.`,
      heading: 'Your portal is ready',
      paragraphs: [
        ...(purchase.is_test ? [testNote] : []),
        `The live analytics portal of ${portal.companyName} comes with your order of ${toProductTitle(purchase)}. Open it with this access key:`,
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
      reason: purchase.is_test
        ? `You receive this because this address was given at the test checkout of ${agency.current.brand.name}.`
        : `You receive this because your order with ${agency.current.brand.name} was paid from this address.`,
    }),
  });
}

function toDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at);
}
