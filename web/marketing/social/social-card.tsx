import type { ReactNode } from 'react';
import { summarizeReviews, usualReviews } from '../../../contract/site/testimonials.ts';
import { products } from '../../site/products.ts';
import { BrandMark } from '../../ui/layout/brand-mark.tsx';
import { ProductIcon } from '../../ui/product-icon.tsx';
import { Stars } from '../../ui/stars.tsx';
import { OfficeMap } from '../contact/office-map.tsx';
import { ClientDots } from '../industries/client-dots.tsx';
import { WorkspaceStats } from '../workspace/workspace-stats.tsx';

interface SocialCardProps {
  path: string;
  title: string;
  description: string;
}

/** The preview image of a page on social networks, 1200 by 630. Rendered by scripts/social-images.mjs at build time. */
export function SocialCard({ path, title, description }: SocialCardProps) {
  return (
    <div className="relative grid h-[630px] w-[1200px] grid-cols-[640px_1fr] grid-rows-[minmax(0,1fr)] gap-x-12 overflow-hidden bg-surface p-16 text-ink">
      <svg viewBox="0 0 1200 630" className="absolute inset-0" aria-hidden="true">
        <path d="M760 0h190l420 630H1080z" className="fill-live-wash" />
        <path d="M1040 0h70l200 300v120z" className="fill-live-wash" />
      </svg>
      <div className="relative flex flex-col">
        <div className="origin-top-left scale-[1.7]">
          <BrandMark />
        </div>
        <p
          className={`mt-auto leading-[1.02] font-[560] tracking-[-0.028em] text-balance ${title.length > 24 ? 'text-[66px]' : 'text-[88px]'}`}
        >
          {title}
        </p>
        <p className="mt-6 max-w-[34ch] text-[29px] leading-[1.36] text-pretty text-soft">{description}</p>
      </div>
      <div className="relative grid content-center">{toPicture(path)}</div>
    </div>
  );
}

function toPicture(path: string): ReactNode {
  const product = products().find((candidate) => candidate.path === path);
  if (product)
    return <ProductIcon id={product.id} className="size-[400px] justify-self-end [stroke-width:1]" />;
  if (path === '/products' || path === '/solutions') return <FourIcons />;
  if (path === '/industries') return <WithoutCaption>{<ClientDots />}</WithoutCaption>;
  if (path === '/testimonials') return <Rating />;
  if (path === '/contact') return <Framed>{<OfficeMap />}</Framed>;
  if (path === '/dashboard' || path === '/settings') return <OneColumn>{<WorkspaceStats />}</OneColumn>;
  if (path === '/book-demo') return <HalfHourClock />;
  if (path === '/help/metrics') return <ThreeVisits />;
  if (path.endsWith('-policy') || path.endsWith('-service')) return <Lines />;
  return <Curve />;
}

function FourIcons() {
  return (
    <div className="grid grid-cols-2 gap-10 justify-self-end">
      {products().map((product) => (
        <ProductIcon key={product.id} id={product.id} className="size-[170px] [stroke-width:1.3]" />
      ))}
    </div>
  );
}

function WithoutCaption({ children }: { children: ReactNode }) {
  return <div className="[&_figcaption]:hidden">{children}</div>;
}

function Framed({ children }: { children: ReactNode }) {
  return <div className="overflow-hidden rounded-panel border border-line [&>div]:h-[360px]">{children}</div>;
}

function OneColumn({ children }: { children: ReactNode }) {
  return <div className="[zoom:0.92] [&_dl]:grid-cols-1">{children}</div>;
}

function Rating() {
  return (
    <div className="grid justify-items-end gap-8">
      <p className="text-[220px] leading-none font-medium tracking-[-0.04em]">
        {summarizeReviews(usualReviews).average.toFixed(1)}
      </p>
      <div className="origin-right scale-[3]">
        <Stars rating={5} />
      </div>
    </div>
  );
}

function HalfHourClock() {
  const minutes = Array.from({ length: 60 }, (_, minute) => minute);
  return (
    <svg viewBox="-110 -110 220 220" className="w-full" strokeLinecap="round" fill="none" aria-hidden="true">
      {minutes.map((minute) => (
        <path
          key={minute}
          d="M0-100v14"
          transform={`rotate(${minute * 6})`}
          strokeWidth="3"
          className={minute <= 30 ? 'stroke-live-dot' : 'stroke-line'}
        />
      ))}
      <path d="M0 0v-64M0 0v78" strokeWidth="4" className="stroke-ink" />
      <circle r="5" className="fill-ink" />
    </svg>
  );
}

function Lines() {
  const widths = [300, 340, 268, 0, 320, 352, 300, 196, 0, 340, 288];
  return (
    <svg viewBox="0 0 360 360" className="w-full" strokeLinecap="round" strokeWidth="3" aria-hidden="true">
      {widths.map((width, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
          key={index}
          d={`M4 ${index * 34 + 8}h${width}`}
          className={width === 0 ? 'stroke-none' : index === 5 ? 'stroke-live-dot' : 'stroke-ink'}
        />
      ))}
    </svg>
  );
}

/** The page views of three visits, with the pauses between them. */
function ThreeVisits() {
  const visits = [
    { y: 40, dots: [10, 100, 190, 280] },
    { y: 180, dots: [10, 100] },
    { y: 320, dots: [10] },
  ];
  return (
    <svg viewBox="-10 0 380 360" className="w-full" fill="none" strokeLinecap="round" aria-hidden="true">
      <path d="M10 40v280" className="stroke-strong" strokeWidth="3" strokeDasharray="2 12" />
      {visits.map(({ y, dots }) => (
        <g key={y}>
          <path d={`M10 ${y}H${Math.max(...dots)}`} className="stroke-ink" strokeWidth="4" />
          {dots.map((x) => (
            <circle key={x} cx={x} cy={y} r="15" className="fill-live-dot stroke-surface" strokeWidth="7" />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Curve() {
  return (
    <svg viewBox="0 0 420 360" className="w-full" fill="none" strokeLinecap="round" aria-hidden="true">
      <path
        d="M0 320c40-10 56-60 96-66s52 30 92 12 44-84 92-96 52 34 84 14 28-70 40-104"
        className="stroke-chart-1"
        strokeWidth="6"
      />
      <circle cx="404" cy="80" r="13" className="fill-live-dot stroke-surface" strokeWidth="6" />
    </svg>
  );
}
