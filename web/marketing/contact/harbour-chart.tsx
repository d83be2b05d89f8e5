/** Depth lines around the place, from the quay outwards. */
const depths = [
  'M350 118c2 4 0 10-5 14s-16 4-24 5s-14 2-21 2s-13-2-19-4s-13-3-17-6s-6-7-7-11s-2-9 1-12s9-10 16-11s19 1 26 2s12 4 17 6s10 3 16 5s15 6 17 10z',
  'M391 118c4 7-1 19-10 24s-30 7-44 9s-25 3-37 3s-23-2-35-5s-25-6-32-11s-10-13-11-20s-2-15 3-22s17-16 30-18s32 1 45 3s21 6 31 10s17 5 28 10s29 10 32 17z',
  'M434 118c5 10-4 27-17 35s-44 10-64 13s-36 3-53 2s-33-2-50-6s-38-7-49-14s-13-20-15-30s-1-22 7-32s26-21 43-25s46 1 64 4s30 9 45 13s25 8 40 15s43 15 49 25z',
  'M477 118c6 13-8 35-26 45s-57 14-82 17s-47 2-69 2s-43-2-65-6s-54-9-68-18s-16-26-17-40s-1-29 11-41s35-27 58-31s58 0 81 3s40 11 59 16s33 11 53 20s58 20 65 33z',
  'M563 118c8 19-17 50-44 65s-82 21-119 25s-67-1-100-2s-62 3-96-2s-87-11-109-25s-22-41-21-61s6-43 25-60s56-33 89-40s79-5 112-1s61 13 89 22s51 16 80 29s85 31 94 50z',
  'M647 118c8 26-28 65-64 84s-105 29-152 33s-87-6-131-6s-84 10-130 5s-121-13-150-32s-29-57-26-84s19-57 47-77s78-37 121-46s95-15 138-12s82 16 121 27s72 21 110 39s107 43 116 69z',
] as const;

/** A chart of the water in front of the office: no map service is asked, nobody is followed. */
export function HarbourChart() {
  return (
    <svg
      viewBox="0 0 560 220"
      preserveAspectRatio="xMidYMid slice"
      className="h-44 w-full"
      fill="none"
      aria-hidden="true"
    >
      <path d="M0 0h560v220H0z" className="fill-sunken" />
      {depths.map((d, index) => (
        <path
          key={d}
          d={d}
          className={index === 2 ? 'stroke-live-dot' : 'stroke-strong'}
          strokeWidth={index === 2 ? 1.5 : 1}
          opacity={index === 2 ? 1 : 0.95 - index * 0.13}
        />
      ))}
      <path d={depths[0]} className="fill-raised stroke-ink" strokeWidth="1.5" />
      <path d="M334 128l40 22M326 138l34 20" className="stroke-ink" strokeWidth="1.5" strokeLinecap="round" />
      <g className="fill-soft font-mono text-[10px]">
        <text x="402" y="86">
          12
        </text>
        <text x="190" y="168">
          31
        </text>
        <text x="470" y="170">
          46
        </text>
        <text x="96" y="60">
          58
        </text>
      </g>
      <g transform="translate(300 112)">
        <circle
          r="7"
          className="breathing fill-live-dot opacity-50 [transform-box:fill-box] [transform-origin:center]"
        />
        <circle r="6" className="fill-live-dot stroke-raised" strokeWidth="2.5" />
      </g>
    </svg>
  );
}
