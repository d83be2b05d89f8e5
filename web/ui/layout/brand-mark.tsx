import { brand } from '../../site/brand.ts';

/** The logo and the name. `isCompact` hides the name on small screens. */
export function BrandMark({ isCompact = false }: { isCompact?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold tracking-[-0.02em]">
      <svg
        viewBox="0 0 32 32"
        className="size-6"
        fill="none"
        strokeWidth="3.2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M7 26V6" stroke="currentColor" />
        <path d="m7 6 18 20" className="stroke-live-dot" />
        <path d="M25 26V14" stroke="currentColor" />
        <circle cx="25" cy="6.4" r="2" className="fill-live-dot" />
      </svg>
      <span
        className={
          isCompact ? 'hidden text-[1.1875rem] leading-none sm:inline' : 'text-[1.1875rem] leading-none'
        }
      >
        {brand().name}
      </span>
    </span>
  );
}
