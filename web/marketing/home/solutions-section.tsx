import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { analytics, automation, chatbots, design, type Product } from '../../../contract/site/products.ts';
import { asSold } from '../../site/products.ts';
import { classNames } from '../../ui/class-names.ts';
import { ChatScene } from '../scenes/chat-scene.tsx';
import { FlowScene } from '../scenes/flow-scene.tsx';
import { ForecastScene } from '../scenes/forecast-scene.tsx';
import { PageScene } from '../scenes/page-scene.tsx';

export function SolutionsSection() {
  return (
    <section id="solutions" aria-labelledby="solutions-title" className="page pt-24 lg:pt-36">
      <h2 id="solutions-title" className="max-w-[20ch] text-heading">
        Four things we build, shown doing their work
      </h2>
      <div className="mt-10 grid gap-4 lg:mt-14 lg:grid-cols-12 lg:gap-5">
        <SolutionCard product={asSold(chatbots)} className="bg-sunken lg:col-span-7">
          <ChatScene />
        </SolutionCard>
        {/* Dark in both themes. */}
        <SolutionCard
          product={asSold(analytics)}
          className="night border border-line bg-surface lg:col-span-5"
        >
          <ForecastScene className="h-60 lg:h-72" />
        </SolutionCard>
        <SolutionCard product={asSold(automation)} className="bg-live-wash lg:col-span-6">
          <FlowScene />
        </SolutionCard>
        <SolutionCard product={asSold(design)} className="border border-line bg-raised lg:col-span-6">
          <PageScene />
        </SolutionCard>
      </div>
    </section>
  );
}

interface SolutionCardProps {
  product: Product;
  className: string;
  children: ReactNode;
}

function SolutionCard({ product, className, children }: SolutionCardProps) {
  return (
    <article
      className={classNames(
        'group relative flex min-w-0 flex-col gap-8 rounded-panel p-6 text-ink sm:p-9',
        className,
      )}
    >
      <div>
        <h3 className="text-title">
          <Link
            to={product.path}
            className="inline-flex items-center gap-3 after:absolute after:inset-0 after:rounded-panel"
          >
            {product.title}
            <ArrowRight
              className="size-5 text-live transition-transform duration-200 group-hover:translate-x-1"
              strokeWidth={1.5}
              aria-hidden="true"
            />
          </Link>
        </h3>
        <p className="mt-2 max-w-[44ch] text-balance text-soft">{product.description}</p>
      </div>
      <div className="my-auto">{children}</div>
    </article>
  );
}
