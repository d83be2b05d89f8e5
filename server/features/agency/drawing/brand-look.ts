import { usualBrand } from '../../../../contract/site/brand.ts';
import { toHex } from '../../../../contract/site/colours/colour-space.ts';
import type { Theme } from '../../../../contract/site/colours/default-tokens.ts';
import type { TypefaceId } from '../../../../contract/site/typefaces.ts';
import type { DrawnBrand, DrawnLogo } from './drawing-jobs.ts';
import { type Place, toImageElement } from './image-element.ts';
import { openOutlines, type Weight } from './outlines.ts';
import { toDrawable, toLetters } from './text-lines.ts';

/** A logo that is much longer than this contains the name, and is unreadable in a square. */
const longestMark = 2.2;

export const isWordmark = ({ width, height }: DrawnLogo): boolean => width / height > longestMark;
const isUpright = ({ width, height }: DrawnLogo): boolean => height / width > longestMark;

/** The weight and tracking of headings, as the pages have them. */
export const headings: Record<TypefaceId, { weight: Weight; tracking: number }> = {
  'instrument-sans': { weight: 600, tracking: -0.028 },
  'hanken-grotesk': { weight: 600, tracking: -0.026 },
  'source-serif-4': { weight: 600, tracking: -0.016 },
  nunito: { weight: 700, tracking: -0.02 },
};

/** Pictures are seen on backgrounds of others, so they are always light. */
export function toColours({ light }: Theme) {
  return {
    paper: toHex(light.surface),
    wash: toHex(light['live-wash']),
    ink: toHex(light.ink),
    soft: toHex(light['ink-soft']),
    line: toHex(light.line),
    strong: toHex(light['line-strong']),
    accent: toHex(light['live-dot']),
    curve: toHex(light['chart-1']),
  };
}

/** The mark of the brand in a square: its logo, the mark of the product, or the first letters of the name on a tile. */
export function toMark(look: DrawnBrand, place: Place): { svg: string; isTile: boolean } {
  const { logo } = look;
  if (logo && !isWordmark(logo) && !isUpright(logo)) {
    return { svg: toImageElement(logo, place), isTile: false };
  }
  if (look.name === usualBrand.name && !logo) return { svg: toProductMark(look, place), isTile: false };
  return { svg: toMonogram(look, place), isTile: true };
}

/** The drawing of web/ui/layout/brand-mark.tsx. */
function toProductMark({ theme }: DrawnBrand, { x, y, width }: Place): string {
  const { ink, accent } = toColours(theme);
  return (
    `<g transform="translate(${x} ${y}) scale(${width / 32})" fill="none" stroke-width="3.2" stroke-linecap="round">` +
    `<path d="M7 26V6" stroke="${ink}"/><path d="m7 6 18 20" stroke="${accent}"/><path d="M25 26V14" stroke="${ink}"/>` +
    `<circle cx="25" cy="6.4" r="2" fill="${accent}"/></g>`
  );
}

/** The first letters of the name, or a dot if the typeface does not have them. Without the tile behind it. */
function toMonogram(look: DrawnBrand, { x, y, width, height }: Place): string {
  // Every accent of the light theme is readable on paper, and so is paper on it.
  const { paper } = toColours(look.theme);
  const { weight } = headings[look.typeface];
  const outlines = openOutlines(look.typeface, weight);
  const letters = toInitials(toDrawable(look.name, outlines));
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  if (letters === '') return `<circle cx="${middleX}" cy="${middleY}" r="${width * 0.22}" fill="${paper}"/>`;

  const tracking = letters.length > 1 ? -0.03 : 0;
  // A single capital as high as it looks right, two as wide as there is space.
  const wanted = width * (letters.length > 1 ? 0.62 : 0.86);
  const size = Math.min(
    wanted,
    (wanted * width * 0.92) / outlines.draw(letters, { size: wanted, tracking }).width,
  );
  const text = outlines.draw(letters, { size, tracking });
  const drawn = outlines.draw(letters, {
    x: middleX - text.width / 2,
    y: middleY + (outlines.capHeight * size) / 2,
    size,
    tracking,
  });
  return `<path d="${drawn.path}" fill="${paper}"/>`;
}

/** "Harbour & Finch Legal" is HF, "Northlight" is N. */
export function toInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}'’]+/u).filter((word) => word !== '');
  const capitals = words.slice(0, 2).map((word) => toLetters(word.toUpperCase())[0] ?? '');
  return capitals.join('');
}
