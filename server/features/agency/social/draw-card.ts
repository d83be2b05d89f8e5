import { headings, isWordmark, toColours, toMark } from '../drawing/brand-look.ts';
import type { DrawnBrand, SocialCard } from '../drawing/drawing-jobs.ts';
import { toImageElement, toSvg } from '../drawing/image-element.ts';
import { openOutlines } from '../drawing/outlines.ts';
import { renderPng } from '../drawing/raster.ts';
import { type Setting, toDrawable, toLines, toShortenedLines } from '../drawing/text-lines.ts';
import { drawMotif } from './motifs.ts';

const card = { width: 1200, height: 630 };
const margin = 64;
const columnWidth = 640;
const bottom = card.height - margin;
/** The largest title that fits is taken. */
const titleSizes = [
  { size: 88, maxLines: 2 },
  { size: 66, maxLines: 3 },
  { size: 54, maxLines: 4 },
  { size: 46, maxLines: 5 },
];
const smallestTitle = { size: 46, maxLines: 5 };
const description = { size: 29, lineHeight: 1.36, maxLines: 3 };

/** The picture of a page for social networks, 1200 × 630, composed like web/marketing/social/social-card.tsx. */
export function drawCard(look: DrawnBrand & SocialCard): Uint8Array {
  const colours = toColours(look.theme);
  const background =
    `<rect width="1200" height="630" fill="${colours.paper}"/>` +
    `<path d="M760 0h190l420 630H1080zM1040 0h70l200 300v120z" fill="${colours.wash}"/>`;
  const motif = `<g transform="translate(752 123)">${drawMotif(look.motif, colours)}</g>`;
  return renderPng(toSvg(card, `${background}${motif}${drawHeader(look)}${drawText(look)}`));
}

/** The mark and the name; a logo that contains the name stands alone. */
function drawHeader(look: DrawnBrand): string {
  const { ink, accent } = toColours(look.theme);
  if (look.logo && isWordmark(look.logo)) {
    const place = { x: margin, y: 56, width: 420, height: 56 };
    return toImageElement(look.logo, place, 'xMinYMid');
  }
  const outlines = openOutlines(look.typeface, headings[look.typeface].weight);
  const edge = look.logo ? 52 : 41;
  const place = { x: margin, y: 84 - edge / 2, width: edge, height: edge };
  const { svg, isTile } = toMark(look, place);
  const tile = isTile
    ? `<rect x="${place.x}" y="${place.y}" width="${edge}" height="${edge}" rx="${edge * 0.22}" fill="${accent}"/>`
    : '';
  const setting = { outlines, size: 32, tracking: -0.02, maxWidth: columnWidth - edge - 17 };
  const [name = ''] = toShortenedLines(toDrawable(look.name, outlines), setting, 1);
  const x = margin + edge + 17;
  const { path } = outlines.draw(name, { ...setting, x, y: 84 + outlines.capHeight * 16 });
  return `${tile}${svg}<path d="${path}" fill="${ink}"/>`;
}

function drawText({ title, description: text, theme, typeface }: DrawnBrand & SocialCard): string {
  const { ink, soft } = toColours(theme);
  const body = openOutlines(typeface, 400);
  const bodySetting = { outlines: body, size: description.size, tracking: 0, maxWidth: 624 };
  const bodyText = toDrawable(text, body);
  const bodyLines =
    toLines(bodyText, bodySetting, description.maxLines) ??
    toShortenedLines(bodyText, bodySetting, description.maxLines);
  const bodyHeight = bodyLines.length * description.size * description.lineHeight;

  const { weight, tracking } = headings[typeface];
  const heading = openOutlines(typeface, weight);
  const drawable = toDrawable(title, heading);
  const fitted = fitTitle(drawable, { outlines: heading, tracking, maxWidth: columnWidth });
  const titleBottom = bottom - bodyHeight - (bodyLines.length > 0 ? 24 : 0);
  const titleTop = titleBottom - fitted.lines.length * fitted.size * 1.04;
  return (
    drawLines(fitted.lines, { ...fitted, top: titleTop, lineHeight: 1.04, fill: ink }) +
    drawLines(bodyLines, {
      ...bodySetting,
      top: bottom - bodyHeight,
      lineHeight: description.lineHeight,
      fill: soft,
    })
  );
}

function fitTitle(title: string, setting: Omit<Setting, 'size'>): Setting & { lines: string[] } {
  for (const { size, maxLines } of titleSizes) {
    const sized = { ...setting, size };
    // Words that are broken at a large size may fit at a smaller one.
    const isBroken = title
      .split(' ')
      .some((word) => setting.outlines.draw(word, sized).width > setting.maxWidth);
    const lines = isBroken ? undefined : toLines(title, sized, maxLines);
    if (lines) return { ...sized, lines };
  }
  const sized = { ...setting, size: smallestTitle.size };
  return { ...sized, lines: toShortenedLines(title, sized, smallestTitle.maxLines) };
}

function drawLines(
  lines: string[],
  {
    outlines,
    size,
    tracking,
    top,
    lineHeight,
    fill,
  }: Omit<Setting, 'maxWidth'> & { top: number; lineHeight: number; fill: string },
): string {
  const paths = lines.map((line, index) => {
    // The middle of capital letters is the middle of the line.
    const y = top + (index + 0.5) * size * lineHeight + (outlines.capHeight * size) / 2;
    return outlines.draw(line, { x: margin, y, size, tracking }).path;
  });
  return `<path d="${paths.join('')}" fill="${fill}"/>`;
}
