const island =
  'M350 118c2 4 0 10-5 14s-16 4-24 5s-14 2-21 2s-13-2-19-4s-13-3-17-6s-6-7-7-11s-2-9 1-12s9-10 16-11s19 1 26 2s12 4 17 6s10 3 16 5s15 6 17 10z';
const coast =
  'M434 118c5 10-4 27-17 35s-44 10-64 13s-36 3-53 2s-33-2-50-6s-38-7-49-14s-13-20-15-30s-1-22 7-32s26-21 43-25s46 1 64 4s30 9 45 13s25 8 40 15s43 15 49 25z';

/**
 * Decorative map of the office's harbour, without a map service that could track visitors. The depth lines are a
 * mask in a separate file, so that they have the theme's colour and are not part of the scripts.
 */
export function OfficeMap() {
  return (
    <div className="relative h-44 bg-sunken" aria-hidden="true">
      <div className="absolute inset-0 bg-strong [mask:url(/harbour-depths.svg)_center/cover]" />
      <svg
        viewBox="0 0 560 220"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full"
        fill="none"
        aria-hidden="true"
      >
        <path d={coast} className="stroke-live-dot" strokeWidth="1.5" />
        <path d={island} className="fill-raised stroke-ink" strokeWidth="1.5" />
        <path
          d="M334 128l40 22M326 138l34 20"
          className="stroke-ink"
          strokeWidth="1.5"
          strokeLinecap="round"
        />
        <g transform="translate(300 112)">
          <circle
            r="7"
            className="breathing fill-live-dot opacity-50 [transform-box:fill-box] [transform-origin:center]"
          />
          <circle r="6" className="fill-live-dot stroke-raised" strokeWidth="2.5" />
        </g>
      </svg>
    </div>
  );
}
