import { UnusablePicture } from '../drawing/drawing-errors.ts';
import type { Size } from '../drawing/raster.ts';

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxEdge = 2_000;
const maxChunks = 2_000;
/** The picture itself. Everything else is metadata, some of it compressed and as large as it likes to be. */
const neededChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

export interface PngPicture extends Size {
  /** The file without metadata, and without what follows its end. */
  png: Buffer;
}

/** Reads a PNG without decoding it. Refuses one that is too large, cut off or animated. */
export function readPng(bytes: Buffer): PngPicture {
  const size = readHeader(bytes);
  if (Math.max(size.width, size.height) > maxEdge) {
    throw new UnusablePicture(
      `The logo has ${size.width} × ${size.height} pixels. Reduce it to at most ${maxEdge} × ${maxEdge}.`,
    );
  }
  const kept: Buffer[] = [pngSignature];
  let position = pngSignature.length;
  for (let count = 0; count < maxChunks; count += 1) {
    const end = position + 12 + (position + 12 <= bytes.length ? bytes.readUInt32BE(position) : 0);
    if (position + 12 > bytes.length || end > bytes.length) break;
    const type = bytes.toString('latin1', position + 4, position + 8);
    if (type === 'acTL') throw new UnusablePicture('The logo is an animated PNG. Upload a still picture.');
    if (neededChunks.has(type)) kept.push(bytes.subarray(position, end));
    if (type === 'IEND') return { ...size, png: Buffer.concat(kept) };
    position = end;
  }
  throw new UnusablePicture('The logo is an incomplete PNG. Export it again.');
}

function readHeader(bytes: Buffer): Size {
  const isHeader =
    bytes.length > 33 &&
    bytes.subarray(0, 8).equals(pngSignature) &&
    bytes.readUInt32BE(8) === 13 &&
    bytes.toString('latin1', 12, 16) === 'IHDR';
  const size = isHeader ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
  if (!size || size.width === 0 || size.height === 0) {
    throw new UnusablePicture('The logo is no readable PNG. Export it again.');
  }
  return size;
}
