import { industries, totals } from './industries.ts';

const columns = 26;
const step = 20;
const rows = Math.ceil(totals.clients / columns);

/** Distinguishable by shape (disc or ring) as well as by colour. */
const tones = [
  { stroke: 'stroke-ink', isRing: false },
  { stroke: 'stroke-chart-1', isRing: false },
  { stroke: 'stroke-ink', isRing: true },
  { stroke: 'stroke-chart-2', isRing: false },
  { stroke: 'stroke-chart-1', isRing: true },
  { stroke: 'stroke-chart-2', isRing: true },
] as const;
const discWidth = 10;
const holeWidth = 6;

/** Fills column by column, so that an industry is a block of dots. */
function toDots(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const place = from + index;
    return `M${Math.floor(place / rows) * step + 10} ${(place % rows) * step + 10}h0`;
  }).join('');
}

/** The dots of each industry, starting after those of the previous one. */
const blocks = industries.map((industry, index) => {
  const before = industries.slice(0, index).reduce((total, { clients }) => total + clients, 0);
  return { name: industry.name, path: toDots(before, industry.clients), tone: tones[index] ?? tones[0] };
});

type Tone = (typeof tones)[number];

function Dots({ path, tone }: { path: string; tone: Tone }) {
  return (
    <>
      <path d={path} className={tone.stroke} strokeWidth={discWidth} />
      {tone.isRing && <path d={path} className="stroke-surface" strokeWidth={holeWidth} />}
    </>
  );
}

/** A dot for every client, grouped by industry. */
export function ClientDots() {
  return (
    <figure className="min-w-0">
      <svg
        viewBox={`0 0 ${columns * step} ${rows * step}`}
        role="img"
        aria-label={`${totals.clients} points, one for each client, grouped by industry`}
        className="w-full"
        strokeLinecap="round"
      >
        {blocks.map((block) => (
          <Dots key={block.name} {...block} />
        ))}
      </svg>
      <figcaption className="mt-5 flex flex-wrap gap-x-5 gap-y-1.5 text-note text-soft">
        <span className="text-ink">Each point is a client:</span>
        {blocks.map((block) => (
          <span key={block.name} className="inline-flex items-center gap-2">
            <svg viewBox="-6 -6 12 12" className="size-3" strokeLinecap="round" aria-hidden="true">
              <Dots path="M0 0h0" tone={block.tone} />
            </svg>
            {block.name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
