import { testCheckoutMark } from '../../../../contract/constants.ts';
import { formatAmount } from '../../../../contract/rules/money.ts';
import { currencyName } from '../../../../contract/site/currency-name.ts';
import { escapeHtml } from '../../../platform/http/html/escape-html.ts';
import { toHtmlPage, toPagePolicy } from '../../../platform/http/html/html-page.ts';
import type { AgencyState } from '../../agency/agency.ts';
import { toProductTitle } from '../prices/purchase-price.ts';
import type { PurchaseRow } from '../purchases.queries.ts';
import { testCheckoutStyle } from './test-checkout-style.ts';

export interface TestPage {
  html: string;
  /** Content-Security-Policy: no scripts, and only this style. */
  policy: string;
}

/** Shows the note that no money moved on the pages that follow, also without JavaScript (web/marketing/purchase/test-note.tsx). */
const testMark = `#${testCheckoutMark}`;
export const canceledPath = `/payment-canceled${testMark}`;
export const toSuccessPath = (sessionId: string) =>
  `/payment-success?session_id=${encodeURIComponent(sessionId)}${testMark}`;

export interface TestPageOptions {
  /** The settings of now. */
  agency: Pick<AgencyState, 'brand' | 'products' | 'payments' | 'site'>;
  /** The URL of the site's typeface; undefined where no pages are built. */
  font: string | undefined;
}

interface PageParts {
  title: string;
  /** The product, or what happened. HTML. */
  subject: string;
  /** The form or link. HTML. */
  action: string;
  /** Shown below the action on a phone. HTML. */
  detail?: string;
}

/** The page of a test checkout: clearly marked, and without scripts. */
export function renderTestCheckout(purchase: PurchaseRow, options: TestPageOptions): TestPage {
  const title = toProductTitle(purchase);
  const amount = formatAmount(purchase.amount, purchase.currency);
  const tax = options.agency.payments.addsTax ? '. A payment provider would add tax here' : '';
  const subject = `<h1>${escapeHtml(title)}</h1>
<p class="amount">${escapeHtml(amount)}</p>
<p class="soft">One-time, in ${escapeHtml(currencyName(purchase.currency))}${tax}</p>`;
  return layOut(
    {
      title: `Test checkout: ${title}`,
      subject,
      action: toAction(purchase, amount),
      detail: toFeatures(purchase, options.agency),
    },
    options,
  );
}

export function renderCheckoutNotFound(options: TestPageOptions): TestPage {
  return layOut(
    {
      title: 'No such checkout',
      subject: '<h1>There is no such checkout</h1>',
      action:
        '<p>The address may be incomplete. Start again with the product you chose.</p><a class="button" href="/products">See the products</a>',
    },
    options,
  );
}

function toAction(purchase: PurchaseRow, amount: string): string {
  if (purchase.state === 'pending') {
    return `<dl>
<div><dt>Receipt to</dt><dd>${escapeHtml(purchase.customer_email)}</dd></div>
<div><dt>Total due</dt><dd>${escapeHtml(amount)}</dd></div>
</dl>
<form method="post">
<button class="button" name="decision" value="pay">Pay ${escapeHtml(amount)}</button>
<button class="button quiet" name="decision" value="cancel">Cancel</button>
</form>
<p class="note">Pay behaves as a card that is accepted: the order is completed and the receipt is sent. Nothing is charged, and no card is asked for.</p>
<p class="note">By paying you agree to the <a href="/terms-of-service" target="_blank" rel="noopener">Terms of Service</a> and the <a href="/privacy-policy" target="_blank" rel="noopener">Privacy Policy</a>.</p>`;
  }
  if (purchase.state === 'expired' || purchase.state === 'failed') {
    return '<p>This test checkout has expired. Nothing was charged.</p><a class="button" href="/products">See the products</a>';
  }
  const address = toSuccessPath(purchase.session_id ?? '');
  return `<p>This test order is already complete. It is not paid twice.</p><a class="button" href="${escapeHtml(address)}">See its state</a>`;
}

/** As the product is described now: only title and price are stored with the purchase. */
function toFeatures({ price_id: priceId }: PurchaseRow, { products }: TestPageOptions['agency']): string {
  const features = products.find((product) => product.priceId === priceId)?.features ?? [];
  return `<ul>\n${features.map((feature) => `<li>${escapeHtml(feature)}</li>`).join('\n')}\n</ul>`;
}

const mark =
  '<svg viewBox="0 0 32 32" width="24" height="24" fill="none" stroke-width="3.2" stroke-linecap="round" aria-hidden="true"><path d="M7 26V6" stroke="currentColor"/><path class="beam" d="m7 6 18 20"/><path d="M25 26V14" stroke="currentColor"/><circle class="star" cx="25" cy="6.4" r="2"/></svg>';
// The mark is that of the product's own name.
const dot =
  '<svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><circle class="star" cx="6" cy="6" r="6"/></svg>';

function layOut(
  { title, subject, action, detail = '' }: PageParts,
  { agency, font }: TestPageOptions,
): TestPage {
  const style = testCheckoutStyle(font, agency.site.themeCss);
  const { name } = agency.brand;
  const icon = '<link rel="icon" href="/icon.svg" type="image/svg+xml">';
  const preload = font
    ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escapeHtml(font)}">`
    : '';
  const body = `<p class="mode" role="status"><strong>This is a test checkout. No money moves.</strong> The page of a payment provider will replace it.</p>
<div class="page">
<header>
${agency.site.settings.isRenamed ? dot : mark}
${escapeHtml(name)}
</header>
<main>
<section>${subject}</section>
<section class="panel" aria-label="Payment">${action}</section>
${detail}
</main>
</div>`;
  return {
    html: toHtmlPage({ title, agencyName: name, style, head: `${icon}\n${preload}\n`, body }),
    policy: toPagePolicy(style, ["font-src 'self'", "img-src 'self'", "form-action 'self'"]),
  };
}
