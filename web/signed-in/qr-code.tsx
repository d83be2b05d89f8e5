import { useMemo } from 'react';
import { encode } from 'uqr';

/** Dark on light in both themes: not all cameras read the inverse. */
const paper = '#ffffff';
const ink = '#0f1524';

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="w-full max-w-60 rounded-control border border-line"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill={paper} />
      <path d={path} fill={ink} />
    </svg>
  );
}

/** The dark runs of each row, as one path. */
function draw(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const runs = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [`M${x} ${y}h${countDark(row, x)}v1H${x}z`] : [])),
  );
  return { size, path: runs.join('') };
}

function countDark(row: boolean[], from: number): number {
  const end = row.indexOf(false, from);
  return (end < 0 ? row.length : end) - from;
}
