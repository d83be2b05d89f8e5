const dashed = 'rounded-[6px] border border-dashed border-strong';

/** A sample page in progress: the left half is designed, the right half is a wireframe. */
export function PageScene() {
  return (
    <figure aria-label="A bakery's page while it is being designed">
      <div
        aria-hidden="true"
        className="relative overflow-hidden rounded-control border border-strong bg-raised"
      >
        <div className="absolute inset-x-5 inset-y-0 grid grid-cols-6 gap-4">
          {[1, 2, 3, 4, 5, 6].map((column) => (
            <span key={column} className="bg-live-wash opacity-70" />
          ))}
        </div>
        <div className="relative grid gap-5 p-5">
          <div className="flex items-center gap-4 text-note font-semibold">
            Millstone
            <span className="ml-auto h-1.5 w-8 rounded-full bg-ink" />
            <span className="h-1.5 w-8 rounded-full bg-ink" />
            <span className={`h-5 w-14 ${dashed}`} />
          </div>
          <div className="grid grid-cols-[1.15fr_1fr] gap-4">
            <div className="grid content-start gap-3">
              <p className="text-heading leading-[1.02] font-medium tracking-[-0.03em]">
                Bread,
                <br />
                by seven.
              </p>
              <span className="h-1.5 w-11/12 rounded-full bg-soft opacity-50" />
              <span className="h-1.5 w-2/3 rounded-full bg-soft opacity-50" />
              <span className="mt-1 justify-self-start rounded-[6px] bg-action px-3 py-1.5 text-note font-medium text-action-ink">
                Order
              </span>
            </div>
            <svg
              viewBox="0 0 160 140"
              className="size-full"
              fill="none"
              strokeLinecap="round"
              aria-hidden="true"
            >
              <rect
                x="1"
                y="1"
                width="158"
                height="138"
                rx="8"
                className="stroke-strong"
                strokeDasharray="4 4"
              />
              <path d="M1 140 160 1M0 1l160 138" className="stroke-line" />
              <path
                d="M30 100c-10-34 14-58 52-58s60 26 50 58c-3 10-98 10-102 0Z"
                className="fill-surface stroke-live-dot"
                strokeWidth="2"
              />
              <path
                d="M58 54c10 8 12 16 12 26M82 48c8 8 10 18 10 30M106 54c5 7 7 14 7 24"
                className="stroke-live-dot"
                strokeWidth="2"
              />
            </svg>
          </div>
          <div className="grid grid-cols-3 gap-4">
            <span className="h-14 rounded-[6px] bg-sunken" />
            <span className={`h-14 ${dashed}`} />
            <span className={`h-14 ${dashed}`} />
          </div>
        </div>
      </div>
      <figcaption className="mt-3 flex flex-wrap justify-between gap-x-4 font-mono text-note text-soft">
        <span>six columns, one voice</span>
        <span className="text-live">first paint 0.6 s</span>
      </figcaption>
    </figure>
  );
}
