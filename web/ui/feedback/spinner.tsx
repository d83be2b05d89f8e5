export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div
      role="status"
      className="grid min-h-[50dvh] place-content-center justify-items-center gap-4 text-soft"
    >
      <svg viewBox="0 0 40 40" className="turning size-10" fill="none" strokeWidth="2.5" aria-hidden="true">
        <circle cx="20" cy="20" r="17" className="stroke-line" />
        <path d="M20 3a17 17 0 0 1 17 17" className="stroke-live-dot" strokeLinecap="round" />
      </svg>
      <span>{label}</span>
    </div>
  );
}
