import { Panel } from '../../../ui/panel.tsx';
import { listServerSnippets, visitorField } from '../../../ui/snippets/server-snippets.ts';
import { listSiteSnippets } from '../../../ui/snippets/site-snippets.ts';
import { SnippetChoice, SnippetCode } from '../../../ui/snippets/snippet-view.tsx';

interface ReportOrdersProps {
  trackingCode: string;
  currency: string;
}

/** How the pages of a site report orders. */
export function ReportFromPages(values: ReportOrdersProps) {
  return (
    <Panel labelledBy="orders" className="mt-14 p-5 sm:p-8 lg:px-10">
      <h2 id="orders" className="text-title">
        Report an order
      </h2>
      <p className="mt-2 mb-6 max-w-[66ch] text-soft">
        The page that confirms a sale reports it. It moves Revenue, Orders and Conversion Rate, once for each
        order id. Such an order is reported, not verified: anyone who knows the company's public id can send
        one.
      </p>
      <SnippetChoice legend="Your site is built with" name="site" snippets={listSiteSnippets(values)} />
    </Panel>
  );
}

/** How the server of a shop reports orders with a token. */
export function ReportFromServer({ isAdmin, ...values }: ReportOrdersProps & { isAdmin: boolean }) {
  return (
    <Panel labelledBy="server-orders" className="mt-6 p-5 sm:p-8 lg:px-10">
      <h2 id="server-orders" className="text-title">
        Verified orders from your server
      </h2>
      <p className="mt-2 mb-6 max-w-[66ch] text-soft">
        Orders that your server sends with a token are verified, and they can be refunded. If a page has
        reported the same order id, the verified order replaces it and keeps its visit and campaign; the
        amount is that of the server.{' '}
        {isAdmin ? 'Create the token below.' : 'Your account administrator creates the token.'}
      </p>
      <SnippetChoice legend="Your server runs" name="server" snippets={listServerSnippets(values)} />
      <details className="mt-8 border-t border-line pt-4">
        <summary className="min-h-11 rounded-control py-2 font-medium hover:text-live">
          Orders that no page reports: send their visitor
        </summary>
        <div className="mt-2">
          <SnippetCode
            of="checkout"
            part={{
              title: 'Visitor field',
              where:
                'Inside the form of the checkout. Your server gets the field site_visitor and sends it as visitor, so that the order belongs to its visit. It is empty where the browser keeps nothing.',
              code: visitorField,
              copy: 'Copy visitor field',
            }}
          />
        </div>
      </details>
    </Panel>
  );
}
