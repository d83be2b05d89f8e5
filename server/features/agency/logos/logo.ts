import { createHash } from 'node:crypto';
import { maxLogoBytes, maxLogoSize } from '../../../../contract/site/logo-files.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { DrawingFailed, UnusablePicture } from '../drawing/drawing-errors.ts';
import { pngSignature, readPng } from './png-chunks.ts';

export interface Logo {
  kind: 'svg' | 'png';
  /** Safe to show: contains only what readLogo wrote itself. */
  content: Buffer;
  width: number;
  height: number;
  /** SHA-256 of the content, in hex: changes when the picture does. */
  digest: string;
}

/**
 * The logo in an uploaded file, whatever the file was called. Throws 400 with the reason, for the field `logo`, and 503
 * while too many other pictures are read.
 */
export async function readLogo(drawing: Drawing, bytes: Buffer): Promise<Logo> {
  try {
    return await read(drawing, bytes);
  } catch (error) {
    if (error instanceof UnusablePicture) throw invalid(error.message, error);
    if (error instanceof DrawingFailed) {
      throw invalid(
        'The logo cannot be drawn: it is damaged or too complex. Simplify it, or upload a PNG.',
        error,
      );
    }
    throw error;
  }
}

async function read(drawing: Drawing, bytes: Buffer): Promise<Logo> {
  if (bytes.length > maxLogoBytes) {
    throw new UnusablePicture(`The logo is larger than ${maxLogoSize}. Reduce it or export it again.`);
  }
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) {
    const { png, ...size } = await drawing.run('clean-png', readPng(bytes));
    return toLogo('png', png, size);
  }
  const { svg, ...size } = await drawing.run('clean-svg', { text: readText(bytes) });
  return toLogo('svg', Buffer.from(svg), size);
}

/** Refuses everything that does not begin as an SVG in UTF-8 does. */
function readText(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0x1f && second === 0x8b)
    throw new UnusablePicture('The logo is compressed (svgz). Save it as SVG.');
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new UnusablePicture('The logo is encoded as UTF-16. Save it as UTF-8.');
  }
  const text = decodeUtf8(bytes);
  if (!text?.trimStart().startsWith('<')) throw new UnusablePicture('The logo must be an SVG or PNG file.');
  return text;
}

/** Without a byte order mark. Undefined if the bytes are no UTF-8. */
function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function toLogo(kind: Logo['kind'], content: Uint8Array, size: { width: number; height: number }): Logo {
  const buffer = Buffer.from(content);
  return { kind, content: buffer, ...size, digest: createHash('sha256').update(buffer).digest('hex') };
}

const invalid = (message: string, cause: Error) =>
  new AppError(400, 'invalid-request', message, { field: 'logo', cause });
