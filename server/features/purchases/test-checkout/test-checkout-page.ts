import { formatAmount } from '../../../../contract/rules/money.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { toHtmlPage, toPagePolicy } from '../../../platform/http/html-page.ts';
import { findProduct, toProductTitle } from '../purchase-price.ts';
import type { PurchaseRow } from '../purchases.queries.ts';
import { testCheckoutStyle } from './test-checkout-style.ts';

export interface TestPage {
  html: string;
  /** Content-Security-Policy: no scripts, and only this style. */
  policy: string;
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

interface TestPageSite {
  agencyName: string;
  /** The URL of the site's typeface. */
  font: string | undefined;
}

/** The page of a test checkout: clearly marked, and without scripts. */
export function renderTestCheckout(purchase: PurchaseRow, site: TestPageSite): TestPage {
  const title = toProductTitle(purchase.price_id);
  const amount = formatAmount(purchase.amount, purchase.currency);
  const subject = `<h1>${escapeHtml(title)}</h1>
<p class="amount">${escapeHtml(amount)}</p>
<p class="soft">One-time, in ${purchase.currency === 'gbp' ? 'pounds sterling' : 'US dollars'}</p>`;
  return layOut(
    {
      title: `Test checkout: ${title}`,
      subject,
      action: toAction(purchase, amount),
      detail: toFeatures(purchase.price_id),
    },
    site,
  );
}

export function renderCheckoutNotFound(site: TestPageSite): TestPage {
  return layOut(
    {
      title: 'No such checkout',
      subject: '<h1>There is no such checkout</h1>',
      action:
        '<p>The address may be incomplete. Start again with the product you chose.</p><a class="button" href="/products">See the products</a>',
    },
    site,
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
    return '<p>This checkout has expired. Nothing was charged.</p><a class="button" href="/products">See the products</a>';
  }
  const address = `/payment-success?session_id=${encodeURIComponent(purchase.session_id ?? '')}`;
  return `<p>This order is already paid. It is not paid twice.</p><a class="button" href="${escapeHtml(address)}">See its state</a>`;
}

function toFeatures(priceId: string): string {
  const features = findProduct(priceId)?.features ?? [];
  return `<ul>\n${features.map((feature) => `<li>${escapeHtml(feature)}</li>`).join('\n')}\n</ul>`;
}

function layOut(
  { title, subject, action, detail = '' }: PageParts,
  { agencyName, font }: TestPageSite,
): TestPage {
  const style = testCheckoutStyle(font);
  const icon = '<link rel="icon" href="/icon.svg" type="image/svg+xml">';
  const preload = font
    ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escapeHtml(font)}">`
    : '';
  const body = `<p class="mode" role="status"><strong>Test mode: no money moves.</strong> The payment provider’s page will replace this one.</p>
<div class="page">
<header>
<svg viewBox="0 0 32 32" width="24" height="24" fill="none" stroke-width="3.2" stroke-linecap="round" aria-hidden="true"><path d="M7 26V6" stroke="currentColor"/><path class="beam" d="m7 6 18 20"/><path d="M25 26V14" stroke="currentColor"/><circle class="star" cx="25" cy="6.4" r="2"/></svg>
${escapeHtml(agencyName)}
</header>
<main>
<section>${subject}</section>
<section class="panel" aria-label="Payment">${action}</section>
${detail}
</main>
</div>`;
  return {
    html: toHtmlPage({ title, agencyName, style, head: `${icon}\n${preload}\n`, body }),
    policy: toPagePolicy(style, ["font-src 'self'", "img-src 'self'", "form-action 'self'"]),
  };
}
