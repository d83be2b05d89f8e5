import { ArrowLeft, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { SiteFrame } from '../../ui/site-frame.tsx';
import { StatStrip } from '../../ui/stat-strip.tsx';
import { toast } from '../../ui/toast.ts';
import { PurchasePanel } from '../purchase/purchase-panel.tsx';
import { ItemRow } from './item-row.tsx';
import type { Solution } from './solution.ts';

/** The product while it runs for somebody, and what it costs beside it. */
export function SolutionPage({ solution }: { solution: Solution }) {
  const { product, create } = solution;
  return (
    <SiteFrame>
      <div className="page pt-6 lg:pt-10">
        <Link
          to="/dashboard"
          prefetch="intent"
          className="-ml-1 inline-flex min-h-11 items-center gap-2 px-1 text-[0.9375rem] text-soft hover:text-ink"
        >
          <ArrowLeft className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
          Back to Dashboard
        </Link>
        <div className="mt-4 grid gap-x-14 gap-y-10 lg:grid-cols-[1fr_22rem] lg:grid-rows-[auto_1fr] xl:gap-x-20">
          <div className="lg:pt-4">
            <h1 className="text-display">{product.title}</h1>
            <p className="mt-5 max-w-[52ch] text-lead text-soft">{solution.lead}</p>
          </div>
          <div className="lg:row-span-2">
            <PurchasePanel product={product} className="lg:sticky lg:top-24" />
          </div>
          <div className="min-w-0">
            <StatStrip label={`${product.title} in figures`} stats={solution.stats} />
            <section aria-labelledby="scene" className="mt-12 lg:mt-16">
              <h2 id="scene" className="font-mono text-note text-soft">
                {solution.sceneTitle}
              </h2>
              <div className="mt-4 rounded-panel bg-sunken p-5 sm:p-8">{solution.scene}</div>
            </section>
            <section aria-labelledby="items" className="mt-14 lg:mt-20">
              <div className="flex flex-wrap items-center justify-between gap-4 border-b border-strong pb-4">
                <h2 id="items" className="text-title">
                  {solution.itemsTitle}
                </h2>
                {create && (
                  <Button shape="secondary" onClick={() => toast.message(create.says)}>
                    <Plus className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
                    {create.label}
                  </Button>
                )}
              </div>
              <ul>
                {solution.items.map((item) => (
                  <ItemRow key={item.name} item={item} />
                ))}
              </ul>
              <p className="mt-4 text-note text-soft">
                A demonstration with sample figures: the buttons say what they would do.
              </p>
            </section>
          </div>
        </div>
      </div>
    </SiteFrame>
  );
}
