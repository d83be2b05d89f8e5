import { createHash } from 'node:crypto';
import { brand } from '../../../../contract/brand.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { findProduct, formatMoney, toProductTitle } from '../purchase-price.ts';
import type { PurchaseRow } from '../purchases.queries.ts';
import { testCheckoutStyle } from './test-checkout-style.ts';

export interface TestPage {
  html: string;
  /** Content-Security-Policy: no scripts at all, and this very style. */
  policy: string;
}

interface PageParts {
  title: string;
  /** What is bought, or what happened. HTML. */
  subject: string;
  /** What can be done about it. HTML. */
  action: string;
  /** What comes after that on a phone. HTML. */
  detail?: string;
}

/** The page where nobody pays: clearly marked, and without scripts. `font` is the address of the site's own. */
export function renderTestCheckout(payment: PurchaseRow, font: string | undefined): TestPage {
  const title = toProductTitle(payment.price_id);
  const amount = formatMoney(payment.amount, payment.currency);
  const subject = `<h1>${escapeHtml(title)}</h1>
<p class="amount">${escapeHtml(amount)}</p>
<p class="soft">One-time, in ${payment.currency === 'gbp' ? 'pounds sterling' : 'US dollars'}</p>`;
  return layOut(
    {
      title: `Test checkout: ${title}`,
      subject,
      action: toAction(payment, amount),
      detail: toFeatures(payment.price_id),
    },
    font,
  );
}

export function renderCheckoutNotFound(font: string | undefined): TestPage {
  return layOut(
    {
      title: 'No such checkout',
      subject: '<h1>There is no such checkout</h1>',
      action:
        '<p>Its address may be cut short. Begin again with the product you chose.</p><a class="button" href="/products">See the products</a>',
    },
    font,
  );
}

function toAction(payment: PurchaseRow, amount: string): string {
  if (payment.state === 'pending') {
    return `<dl>
<div><dt>Receipt to</dt><dd>${escapeHtml(payment.customer_email)}</dd></div>
<div><dt>Total due</dt><dd>${escapeHtml(amount)}</dd></div>
</dl>
<form method="post">
<button class="button" name="decision" value="pay">Pay ${escapeHtml(amount)}</button>
<button class="button quiet" name="decision" value="cancel">Cancel</button>
</form>
<p class="note">Pay behaves as a card that is accepted: the order is completed and the receipt is sent. Nothing is charged, and no card is asked for.</p>
<p class="note">By paying you agree to the <a href="/terms-of-service" target="_blank" rel="noopener">Terms of Service</a> and the <a href="/privacy-policy" target="_blank" rel="noopener">Privacy Policy</a>.</p>`;
  }
  if (payment.state === 'expired' || payment.state === 'failed') {
    return '<p>This checkout has expired. Nothing was charged.</p><a class="button" href="/products">See the products</a>';
  }
  const address = `/payment-success?session_id=${encodeURIComponent(payment.session_id ?? '')}`;
  return `<p>This order is paid already. It is not paid twice.</p><a class="button" href="${escapeHtml(address)}">See its state</a>`;
}

function toFeatures(priceId: string): string {
  const features = findProduct(priceId)?.features ?? [];
  return `<ul>\n${features.map((feature) => `<li>${escapeHtml(feature)}</li>`).join('\n')}\n</ul>`;
}

function layOut({ title, subject, action, detail = '' }: PageParts, font: string | undefined): TestPage {
  const style = testCheckoutStyle(font);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${escapeHtml(brand.name)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${font ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escapeHtml(font)}">` : ''}
<style>${style}</style>
</head>
<body>
<p class="mode" role="status"><strong>Test mode: no money moves.</strong> This stands where the payment provider’s page will be.</p>
<div class="page">
<header>
<svg viewBox="0 0 32 32" width="24" height="24" fill="none" stroke-width="3.2" stroke-linecap="round" aria-hidden="true"><path d="M7 26V6" stroke="currentColor"/><path class="beam" d="m7 6 18 20"/><path d="M25 26V14" stroke="currentColor"/><circle class="star" cx="25" cy="6.4" r="2"/></svg>
${escapeHtml(brand.name)}
</header>
<main>
<section>${subject}</section>
<section class="panel" aria-label="Payment">${action}</section>
${detail}
</main>
</div>
</body>
</html>
`;
  return { html, policy: toPolicy(style) };
}

function toPolicy(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "font-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
