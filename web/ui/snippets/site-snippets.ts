import { trackingStub, trackingStubTag } from '../../../contract/tracking-stub.ts';
import { readScriptTag, toJsxAttributes, toQueryAddress } from './script-tag.ts';
import type { Snippet } from './snippet.ts';

export interface SiteSnippetValues {
  /** The HTML that the server gives. */
  trackingCode: string;
  currency: string;
}

const tracking = { title: 'Tracking code', copy: 'Copy tracking code' };
const order = { title: 'Order on the thank-you page', copy: 'Copy example' };

/** The tracking code and the report of an order, for each way a site is built. Tests run what is written here. */
export const listSiteSnippets = (values: SiteSnippetValues): Snippet[] => [
  toHtml(values),
  toReact(values),
  toNext(values),
  toWooCommerce(values),
  toShopify(values),
  toTagManager(values),
];

const toHtml = ({ currency }: SiteSnippetValues): Snippet => ({
  value: 'html',
  label: 'Plain HTML',
  parts: [
    {
      ...order,
      where:
        'In the page that confirms a sale, with the values of that order. The first line keeps the order until the tracking script has loaded. In your own script file, leave the script tags out. The tracking code is the one at the top of this page.',
      code: `${trackingStubTag}
<script>
  siteStats.order({
    orderId: 'A-1042',
    amount: 59.90,
    currency: '${currency}',
  });
</script>`,
    },
  ],
});

const toReact = ({ trackingCode, currency }: SiteSnippetValues): Snippet => ({
  value: 'react',
  label: 'React',
  parts: [
    { ...tracking, where: 'In the <head> of index.html.', code: trackingCode },
    {
      ...order,
      where: 'A component. Render it on the page that confirms a sale, with the order of your shop.',
      code: `import { useEffect } from 'react';

export function ReportOrder({ order }) {
  useEffect(() => {
    // Each order id counts once, however often this runs.
    window.siteStats?.order({
      orderId: order.id,
      amount: order.total,
      currency: order.currency ?? '${currency}',
    });
  }, [order]);
  return null;
}`,
    },
  ],
});

const toNext = ({ trackingCode, currency }: SiteSnippetValues): Snippet => ({
  value: 'next',
  label: 'Next.js',
  parts: [
    {
      ...tracking,
      where: 'In the root layout, app/layout.jsx. Add the <head> to the one you have.',
      code: `export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <head>
        <script dangerouslySetInnerHTML={{ __html: '${trackingStub}' }} />
        <script defer ${toJsxAttributes(readScriptTag(trackingCode))} />
      </head>
      <body>{children}</body>
    </html>
  );
}`,
    },
    {
      ...order,
      where: 'A client component, app/report-order.jsx. Render it on the page that confirms a sale.',
      code: `'use client';

import { useEffect } from 'react';

export function ReportOrder({ orderId, amount, currency = '${currency}' }) {
  useEffect(() => {
    // Each order id counts once, however often this runs.
    window.siteStats?.order({ orderId, amount, currency });
  }, [orderId, amount, currency]);
  return null;
}`,
    },
  ],
});

const toWooCommerce = ({ trackingCode }: SiteSnippetValues): Snippet => ({
  value: 'woocommerce',
  label: 'WordPress, WooCommerce',
  parts: [
    {
      ...tracking,
      where: 'In functions.php of the child theme, or in a plugin for code snippets.',
      code: `add_action( 'wp_head', function () {
  ?>
${trackingCode}
  <?php
} );`,
    },
    {
      ...order,
      where: 'In the same place. It needs no changes.',
      code: `add_action( 'woocommerce_thankyou', function ( $order_id ) {
  $order = wc_get_order( $order_id );
  if ( ! $order || $order->has_status( array( 'failed', 'cancelled' ) ) ) {
    return;
  }
  $report = array(
    'orderId'  => (string) $order->get_order_number(),
    'amount'   => (string) $order->get_total(),
    'currency' => $order->get_currency(),
  );
  ?>
<script>
  siteStats.order( <?php echo wp_json_encode( $report, JSON_HEX_TAG ); ?> );
</script>
  <?php
} );`,
    },
  ],
  note: 'With a connection to WooCommerce as well, these orders become verified, and keep the source of their visit.',
});

const toShopify = ({ trackingCode }: SiteSnippetValues): Snippet => ({
  value: 'shopify',
  label: 'Shopify',
  parts: [
    {
      ...tracking,
      where: 'In the theme: Online Store, Themes, Edit code, layout/theme.liquid, before </head>.',
      code: trackingCode,
    },
    {
      title: 'Visitor of the cart',
      copy: 'Copy visitor of the cart',
      where:
        'In the same file, before </body>. It stores the visitor with the cart, so that the order belongs to its visit.',
      code: `<script>
  addEventListener('load', () => {
    const visitor = window.siteStats?.visitor?.();
    if (!visitor || sessionStorage.siteStatsCart === visitor) return;
    fetch('/cart/update.js', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ attributes: { site_visitor: visitor } }),
    }).then((answer) => {
      if (answer.ok) sessionStorage.siteStatsCart = visitor;
    });
  });
</script>`,
    },
  ],
  note: "Shopify's thank-you page runs no scripts of the theme, so it cannot report the order. A connection to Shopify reports orders and refunds, and these are verified.",
});

/** Without the stub and modern syntax, because tag managers may read scripts as ECMAScript 5 and remove attributes. */
const toTagManager = ({ trackingCode, currency }: SiteSnippetValues): Snippet => ({
  value: 'tag-manager',
  label: 'Google Tag Manager',
  parts: [
    {
      ...tracking,
      where: 'A tag of the type Custom HTML with the trigger All Pages.',
      code: `<script async src="${toQueryAddress(readScriptTag(trackingCode))}"></script>`,
    },
    {
      ...order,
      where:
        'A tag of the type Custom HTML with a trigger for the custom event “purchase”. Transaction ID and Transaction Value are data layer variables named ecommerce.transaction_id and ecommerce.value: create them first.',
      code: `<script>
  (function (n) {
    if (!n.order) {
      n.q = [];
      n.order = function (o) { if (n.q) n.q.push(o); };
      window.siteStats = n;
    }
    n.order({
      orderId: {{Transaction ID}},
      amount: {{Transaction Value}},
      currency: '${currency}'
    });
  })(window.siteStats || {});
</script>`,
    },
  ],
});
