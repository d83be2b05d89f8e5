import type { ProductId } from '../../contract/site/products.ts';

const drawings: Record<ProductId, { ink: string; light: string }> = {
  chatbots: { ink: 'M6 8h26v14H16l-6 6v-6H6z', light: 'M24 30h18v12h-4v5l-6-5h-8z' },
  analytics: { ink: 'M4 40l8-7 7 3 9-12', light: 'M28 24 44 6M28 24l16-8M28 24h16' },
  automation: { ink: 'M4 24h12M32 10h12M16 24l8-14h8', light: 'M16 24l8 14h8M32 38h12' },
  design: { ink: 'M8 6h32v36H8zM8 14h32', light: 'M14 22h12M14 28h8M32 14v28' },
};

export function ProductIcon({ id, className = 'size-12' }: { id: ProductId; className?: string }) {
  const { ink, light } = drawings[id];
  return (
    <svg
      viewBox="0 0 48 48"
      className={className}
      fill="none"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={ink} stroke="currentColor" />
      <path d={light} className="stroke-live-dot" />
    </svg>
  );
}
