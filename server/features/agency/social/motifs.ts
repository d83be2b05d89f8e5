import type { toColours } from '../drawing/brand-look.ts';
import type { SocialMotif } from '../drawing/drawing-jobs.ts';

type Colours = ReturnType<typeof toColours>;

/** The drawings of web/ui/product-icon.tsx and web/marketing/social/social-card.tsx. */
const products = {
  chatbots: { ink: 'M6 8h26v14H16l-6 6v-6H6z', light: 'M24 30h18v12h-4v5l-6-5h-8z' },
  analytics: { ink: 'M4 40l8-7 7 3 9-12', light: 'M28 24 44 6M28 24l16-8M28 24h16' },
  automation: { ink: 'M4 24h12M32 10h12M16 24l8-14h8', light: 'M16 24l8 14h8M32 38h12' },
  design: { ink: 'M8 6h32v36H8zM8 14h32', light: 'M14 22h12M14 28h8M32 14v28' },
};

const edge = 384;

/** A drawing in a square of 384 units, without a background. */
export function drawMotif(motif: SocialMotif, colours: Colours): string {
  switch (motif) {
    case 'products':
      return drawProducts(colours);
    case 'clock':
      return drawClock(colours);
    case 'visits':
      return drawVisits(colours);
    case 'lines':
      return drawLines(colours);
    case 'curve':
      return drawCurve(colours);
    default:
      return drawProduct(motif, colours, { x: 0, y: 0, size: edge, stroke: 1 });
  }
}

function drawProduct(
  id: keyof typeof products,
  { ink, accent }: Colours,
  { x, y, size, stroke }: { x: number; y: number; size: number; stroke: number },
): string {
  const { ink: inkPath, light } = products[id];
  return (
    `<g transform="translate(${x} ${y}) scale(${size / 48})" fill="none" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round">` +
    `<path d="${inkPath}" stroke="${ink}"/><path d="${light}" stroke="${accent}"/></g>`
  );
}

function drawProducts(colours: Colours): string {
  const size = 170;
  return (['chatbots', 'analytics', 'automation', 'design'] as const)
    .map((id, index) =>
      drawProduct(id, colours, {
        x: index % 2 === 0 ? 4 : edge - size,
        y: index < 2 ? 2 : edge - size + 2,
        size,
        stroke: 1.3,
      }),
    )
    .join('');
}

/** Half an hour on a clock. */
function drawClock({ accent, line, ink }: Colours): string {
  const marks = Array.from({ length: 60 }, (_, minute) => {
    return `<path d="M0-100v14" transform="rotate(${minute * 6})" stroke="${minute <= 30 ? accent : line}"/>`;
  });
  return (
    `<g transform="translate(${edge / 2} ${edge / 2}) scale(1.75)" fill="none" stroke-width="3" stroke-linecap="round">${marks.join('')}` +
    `<path d="M0 0v-64M0 0v78" stroke-width="4" stroke="${ink}"/><circle r="5" fill="${ink}"/></g>`
  );
}

/** The page views of three visits, with the pauses between them. */
function drawVisits({ accent, strong, ink, paper }: Colours): string {
  const visits = [
    { y: 40, dots: [10, 100, 190, 280] },
    { y: 180, dots: [10, 100] },
    { y: 320, dots: [10] },
  ];
  const rows = visits.map(({ y, dots }) => {
    const circles = dots.map(
      (x) => `<circle cx="${x}" cy="${y}" r="15" fill="${accent}" stroke="${paper}" stroke-width="7"/>`,
    );
    return `<path d="M10 ${y}H${Math.max(...dots)}" stroke="${ink}" stroke-width="4"/>${circles.join('')}`;
  });
  return `<g transform="translate(40 12)" fill="none" stroke-linecap="round"><path d="M10 40v280" stroke="${strong}" stroke-width="3" stroke-dasharray="2 12"/>${rows.join('')}</g>`;
}

/** A page of text, with one line that matters. */
function drawLines({ accent, ink }: Colours): string {
  const widths = [300, 340, 268, 0, 320, 352, 300, 196, 0, 340, 288];
  const lines = widths.flatMap((width, index) =>
    width === 0 ? [] : [`<path d="M4 ${index * 34 + 8}h${width}" stroke="${index === 5 ? accent : ink}"/>`],
  );
  return `<g transform="translate(16 12)" fill="none" stroke-width="3" stroke-linecap="round">${lines.join('')}</g>`;
}

function drawCurve({ accent, curve, paper }: Colours): string {
  return (
    `<g transform="translate(0 27) scale(${edge / 420})" fill="none" stroke-linecap="round">` +
    `<path d="M3 320c37-10 53-60 93-66s52 30 92 12 44-84 92-96 52 34 84 14 28-70 40-104" stroke="${curve}" stroke-width="6"/>` +
    `<circle cx="404" cy="80" r="13" fill="${accent}" stroke="${paper}" stroke-width="6"/></g>`
  );
}
