import type { DrawnLogo } from './drawing-jobs.ts';
import type { Size } from './raster.ts';

export interface Place extends Size {
  x: number;
  y: number;
}

/** Another picture inside an SVG, as a whole in the middle of its place, or stretched to it. */
export function toImageElement(
  { kind, content }: Pick<DrawnLogo, 'kind' | 'content'>,
  { x, y, width, height }: Place,
  preserveAspectRatio: 'xMidYMid' | 'xMinYMid' | 'none' = 'xMidYMid',
): string {
  const type = kind === 'svg' ? 'image/svg+xml' : 'image/png';
  const data = Buffer.from(content).toString('base64');
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="${preserveAspectRatio}" href="data:${type};base64,${data}"/>`;
}

/** An SVG of the given size in pixels, in which a pixel is a unit. */
export function toSvg({ width, height }: Size, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`;
}
