import { LinkButton } from '../../ui/button.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { StatStrip } from '../../ui/figures/stat-strip.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { ProductIcon } from '../../ui/product-icon.tsx';
import { SampleNote } from '../sample-note.tsx';
import { SolutionDots } from './solution-dots.tsx';
import { countSolutions, totalStats, totals } from './solution-totals.ts';

const title = 'Solutions';
const lead = 'What we build and run, by kind, in sample figures. Open one to see it at work.';

export const meta = () =>
  pageMeta({
    title,
    description: 'Chatbots, forecasts, automation and design: what we build and run.',
  });

export default function SolutionsScreen() {
  return (
    <SiteLayout>
      <div className="page pt-12 lg:pt-20">
        <h1 className="text-display">{title}</h1>
        <p className="mt-5 max-w-[64ch] text-lead text-soft">{lead}</p>
        <StatStrip label="Totals" stats={totalStats} className="mt-12 lg:mt-16" />
        <ul className="mt-6 grid gap-4 md:grid-cols-2">
          {totals().map((total) => (
            <li
              key={total.product.id}
              aria-labelledby={`card-${total.product.id}`}
              className="grid content-between gap-8 rounded-panel border border-line bg-raised p-6 sm:p-8"
            >
              <div>
                <div className="flex items-start justify-between gap-4">
                  <ProductIcon id={total.product.id} className="size-14" />
                  <StatusBadge isOn>
                    {total.live} live, {total.inBuild} in build
                  </StatusBadge>
                </div>
                <h2 id={`card-${total.product.id}`} className="mt-6 text-heading">
                  {total.product.title}
                </h2>
                <p className="mt-3 max-w-[44ch] text-balance text-soft">{total.product.description}</p>
              </div>
              <div>
                <p className="flex flex-wrap items-baseline gap-x-2 tabular">
                  <span className="text-title font-medium">{countSolutions(total)}</span>
                  <span className="text-soft">
                    {total.unit} {total.note}
                  </span>
                </p>
                <SolutionDots live={total.live} inBuild={total.inBuild} />
                <LinkButton to={total.product.path} shape="secondary" className="mt-6">
                  View Details
                  <span className="sr-only">: {total.product.title}</span>
                </LinkButton>
              </div>
            </li>
          ))}
        </ul>
        <SampleNote>Counts and availability on this page are sample figures.</SampleNote>
      </div>
    </SiteLayout>
  );
}
