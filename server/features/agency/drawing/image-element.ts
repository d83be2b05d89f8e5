import type { DrawnLogo } from './drawing-jobs.ts';
import type { Size } from './raster.ts';

export interface Place extends Size {
  x: number;
  y: number;
}

/** How every SVG begins that write-svg.ts has written. */
const ownStart = /^<svg xmlns="[^"]*" (viewBox="[^"]*") width="[^"]*" height="[^"]*"/;

/**
 * Another picture inside an SVG, as a whole in the middle of its place, or stretched to it. An SVG becomes a part of the
 * other one, because renderers do not load pictures inside of embedded pictures.
 */
export function toImageElement(
  { kind, content }: Pick<DrawnLogo, 'kind' | 'content'>,
  { x, y, width, height }: Place,
  preserveAspectRatio: 'xMidYMid' | 'xMinYMid' | 'none' = 'xMidYMid',
): string {
  const place = `x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="${preserveAspectRatio}"`;
  const data = Buffer.from(content);
  if (kind === 'png') return `<image ${place} href="data:image/png;base64,${data.toString('base64')}"/>`;
  const svg = data.toString();
  if (!ownStart.test(svg)) throw new Error('the SVG was not written by the server');
  return svg.replace(ownStart, (_, viewBox: string) => `<svg ${viewBox} ${place}`);
}

/** An SVG of the given size in pixels, in which a pixel is a unit. */
export function toSvg({ width, height }: Size, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`;
}
