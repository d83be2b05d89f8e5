import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Product } from '../../../contract/site/products.ts';
import { StatStrip } from '../../ui/figures/stat-strip.tsx';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { PurchasePanel } from '../purchase/purchase-panel.tsx';
import { SampleNote } from '../sample-note.tsx';
import type { Stat } from './solution.ts';

interface SolutionPageProps {
  product: Product;
  lead: string;
  stats: readonly Stat[];
  /** The demonstration. */
  children: ReactNode;
}

/** The layout of a solution page: texts and demonstration, with the purchase form next to them. */
export function SolutionPage({ product, lead, stats, children }: SolutionPageProps) {
  return (
    <SiteLayout>
      <div className="page pt-6 lg:pt-10">
        <Link
          to="/dashboard"
          className="-ml-1 inline-flex min-h-11 items-center gap-2 px-1 text-[0.9375rem] text-soft hover:text-ink"
        >
          <ArrowLeft className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
          Back to Dashboard
        </Link>
        <div className="mt-4 grid gap-x-14 gap-y-10 lg:grid-cols-[1fr_22rem] lg:grid-rows-[auto_1fr] xl:gap-x-20">
          <div className="lg:pt-4">
            <h1 className="text-display">{product.title}</h1>
            <p className="mt-5 max-w-[52ch] text-lead text-soft">{lead}</p>
          </div>
          <div className="lg:row-span-2">
            <PurchasePanel product={product} className="lg:sticky lg:top-24" />
          </div>
          <div className="min-w-0">
            <StatStrip label={`${product.title} in figures`} stats={stats} />
            <SampleNote>Sample figures from the demonstration below.</SampleNote>
            {children}
          </div>
        </div>
      </div>
    </SiteLayout>
  );
}
