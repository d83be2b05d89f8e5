import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { featureTopics, type Product } from '../../../contract/site/products.ts';
import { Button } from '../../ui/button.tsx';
import { ProductIcon } from '../../ui/product-icon.tsx';
import { Price } from './price.tsx';

interface ProductColumnProps {
  product: Product;
  isBusy: boolean;
  onBuy: () => void;
}

/** One product. On wide screens its rows align with those of the other products (subgrid). */
export function ProductColumn({ product, isBusy, onBuy }: ProductColumnProps) {
  const id = `product-${product.id}`;
  return (
    <li
      aria-labelledby={id}
      className="rounded-panel border border-line bg-raised p-6 xl:row-span-9 xl:grid xl:grid-rows-subgrid xl:rounded-none xl:border-0 xl:border-t-2 xl:border-ink xl:bg-transparent xl:p-0"
    >
      <div className="xl:pt-7">
        <ProductIcon id={product.id} />
        <h2 id={id} className="mt-4 text-title">
          {product.title}
        </h2>
        <p className="mt-2 text-soft">{product.description}</p>
      </div>
      <div className="mt-6">
        <Price product={product} />
        <p className="text-note text-soft">one-time</p>
      </div>
      <div className="mt-4 xl:mb-7">
        <Button busy={isBusy} onClick={onBuy} aria-describedby={id} className="min-h-12 w-full">
          {isBusy ? 'Processing...' : 'Purchase Now'}
        </Button>
      </div>
      <dl className="mt-6 grid gap-4 xl:row-span-5 xl:mt-0 xl:grid-rows-subgrid xl:gap-0">
        {product.features.map((feature, index) => (
          <div key={feature} className="border-t border-line pt-3 xl:pb-5">
            <dt className="font-mono text-note text-soft">{featureTopics[index]}</dt>
            <dd className="mt-1 text-[0.9375rem] leading-snug">{feature}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 border-t border-line pt-2 xl:mt-0 xl:py-3">
        <Link
          to={product.path}
          className="group inline-flex min-h-11 items-center gap-2 font-medium hover:text-live"
        >
          See it running
          <span className="sr-only">: {product.title}</span>
          <ArrowRight
            className="size-4.5 transition-transform group-hover:translate-x-0.5"
            strokeWidth={1.5}
            aria-hidden="true"
          />
        </Link>
      </p>
    </li>
  );
}
