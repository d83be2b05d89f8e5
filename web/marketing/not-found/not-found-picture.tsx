/** Decorative: a chart with a gap, and a star. */
export function NotFoundPicture() {
  return (
    <svg
      viewBox="0 0 620 420"
      className="w-full"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {[60, 140, 220, 300, 380].map((y) => (
        <path key={y} d={`M0 ${y}h620`} className="stroke-line" />
      ))}
      <path
        d="M0 330c34-6 48-40 82-44s44 22 76 10 40-66 74-74 46 26 76 8"
        className="stroke-ink"
        strokeWidth="3"
      />
      <path
        d="M308 230c26-16 34-58 66-66s44 20 74 6"
        className="stroke-strong"
        strokeWidth="2"
        strokeDasharray="1 11"
      />
      <path d="M448 170c30-14 40-46 72-54s60-4 100-30" className="stroke-ink" strokeWidth="3" />
      <circle cx="308" cy="230" r="7" className="fill-surface stroke-ink" strokeWidth="3" />
      <circle cx="448" cy="170" r="7" className="fill-surface stroke-ink" strokeWidth="3" />
      <path d="M378 60v320" className="stroke-strong" strokeDasharray="3 7" />
      <g transform="translate(378 60)">
        <circle
          r="11"
          className="breathing fill-live-dot opacity-50 [transform-box:fill-box] [transform-origin:center]"
        />
        <path
          d="M0-26c2 16 6 22 24 26-18 4-22 10-24 26-2-16-6-22-24-26 18-4 22-10 24-26z"
          className="fill-live-dot"
        />
      </g>
      <text x="378" y="404" textAnchor="middle" className="fill-soft font-mono text-[15px]">
        no reading
      </text>
    </svg>
  );
}
