import type { DrawnLogo } from '../drawing/drawing-jobs.ts';
import { toImageElement, toSvg } from '../drawing/image-element.ts';
import { renderPng } from '../drawing/raster.ts';
import { shrinkPng } from './redraw-png.ts';

/** Twice the height that mails show it with, for screens with more pixels. */
const height = 64;
const maxWidth = 480;

/** The logo as a PNG of a fixed height, because mail programs show no SVG. A very long logo keeps its shape inside of it. */
export function drawMailLogo(logo: DrawnLogo): Uint8Array {
  const width = Math.min(maxWidth, Math.max(1, Math.round((height * logo.width) / logo.height)));
  const shown = logo.kind === 'svg' ? logo : shrink(logo, Math.max(width, height));
  const size = { width, height };
  return renderPng(toSvg(size, toImageElement(shown, { x: 0, y: 0, ...size }, 'xMinYMid')));
}

function shrink(logo: DrawnLogo, edge: number): DrawnLogo {
  const { png, ...size } = shrinkPng({ ...logo, png: logo.content }, edge);
  return { kind: 'png', content: png, ...size };
}
