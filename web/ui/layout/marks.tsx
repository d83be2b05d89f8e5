export function ProductMark() {
  return (
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
  );
}

/** For a name without a logo: a point in the accent colour. */
export const NamedMark = () => (
  <span className="size-3 shrink-0 rounded-full bg-live-dot" aria-hidden="true" />
);
