import { UnusablePicture } from '../../drawing/drawing-errors.ts';
import type { Size } from '../../drawing/raster.ts';

export interface SvgSize extends Size {
  viewBox: [number, number, number, number];
}

const maxRatio = 20;

/** The size of the picture, from its viewBox or else its width and height. */
export function readSvgSize(read: (attribute: string) => string | undefined): SvgSize {
  const viewBox = readViewBox(read('viewBox')) ?? readPixels(read('width'), read('height'));
  if (!viewBox) {
    throw new UnusablePicture('The logo has no size: it needs a viewBox, or a width and height in pixels.');
  }
  const [, , width, height] = viewBox;
  if (Math.max(width / height, height / width) > maxRatio) {
    throw new UnusablePicture(`The logo is more than ${maxRatio} times as long as it is wide. Crop it.`);
  }
  // Programs write sizes of a page as well as of an icon; only their ratio matters.
  const scale = 512 / Math.max(width, height);
  return { viewBox, width: round(width * scale), height: round(height * scale) };
}

function readViewBox(text: string | undefined): SvgSize['viewBox'] | undefined {
  const [x, y, width, height, ...others] = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(toNumber);
  if (others.length > 0) return undefined;
  return toViewBox(x, y, width, height);
}

function readPixels(width: string | undefined, height: string | undefined): SvgSize['viewBox'] | undefined {
  const toPixels = (text: string | undefined) => toNumber((text ?? '').trim().replace(/px$/i, ''));
  return toViewBox(0, 0, toPixels(width), toPixels(height));
}

function toViewBox(
  x: number | undefined,
  y: number | undefined,
  width: number | undefined,
  height: number | undefined,
): SvgSize['viewBox'] | undefined {
  const isPlausible = (edge: number | undefined): edge is number =>
    edge !== undefined && edge >= 0.01 && edge <= 1_000_000;
  const isPlace = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) <= 1_000_000;
  return isPlace(x) && isPlace(y) && isPlausible(width) && isPlausible(height)
    ? [x, y, width, height]
    : undefined;
}

const toNumber = (text: string) =>
  /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : undefined;
const round = (value: number) => Math.max(1, Math.round(value * 100) / 100);
