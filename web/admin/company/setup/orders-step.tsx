import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import type { SetupState } from '../../../../contract/company/company-setup.ts';

const ways = [
  {
    title: 'From the thank-you page',
    hash: 'orders',
    text: 'A few lines of script in the page that confirms a sale. Orders keep the campaign of their visit.',
  },
  {
    title: 'From the shop system',
    hash: 'shop-connections',
    text: 'Stripe, WooCommerce or Shopify report orders and refunds by themselves, and these are verified.',
  },
  {
    title: 'From the server of the shop',
    hash: 'server-orders',
    text: 'Your program calls the order API with a token. Such orders are verified and can be refunded.',
  },
] as const;

/** The three ways in which orders arrive. */
export function OrdersStep({ companyId, state }: { companyId: string; state: SetupState }) {
  return (
    <>
      <p className="max-w-[66ch] text-soft">
        {state === 'done'
          ? 'Orders arrive, or a shop can report them.'
          : 'With orders, the portal shows revenue and which campaigns sell. One way is enough; two complete each other.'}
      </p>
      <ul>
        {ways.map(({ title, hash, text }) => (
          <li key={title} className="border-t border-line last:border-b">
            <Link
              to={`/tracking-script/${companyId}/shop#${hash}`}
              className="group flex items-center justify-between gap-4 py-3.5 hover:text-live"
            >
              <span className="min-w-0">
                <span className="block font-medium">{title}</span>
                <span className="block text-[0.9375rem] text-soft">{text}</span>
              </span>
              <ArrowRight className="size-5 shrink-0" strokeWidth={1.5} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
