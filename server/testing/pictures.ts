import { crc32 as crcOfNode, deflateSync } from 'node:zlib';

/** A chunk of a PNG with its checksum. */
export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crcOfNode(body));
  return Buffer.concat([length, body, checksum]);
}

export const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pngHeader(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  // Eight bits each of red, green, blue and opacity.
  data.set([8, 6, 0, 0, 0], 8);
  return pngChunk('IHDR', data);
}

/** The compressed pixels of a picture in one colour, or in a colour for each point. */
export function pngPixels(
  width: number,
  height: number,
  toColour: (x: number, y: number) => readonly number[] = () => [200, 30, 40, 255],
): Buffer {
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(toColour(x, y), y * (width * 4 + 1) + 1 + x * 4);
  }
  return pngChunk('IDAT', deflateSync(rows));
}

export interface PngParts {
  width?: number;
  height?: number;
  /** Between header and pixels. */
  extra?: Buffer[];
  /** After the end of the picture. */
  trailing?: Buffer;
  toColour?: (x: number, y: number) => readonly number[];
}

/** A PNG file, in one colour unless `toColour` is given. */
export function aPng({ width = 40, height = 30, extra = [], trailing, toColour }: PngParts = {}): Buffer {
  return Buffer.concat([
    pngStart,
    pngHeader(width, height),
    ...extra,
    pngPixels(width, height, toColour),
    pngChunk('IEND'),
    ...(trailing ? [trailing] : []),
  ]);
}

/** An SVG file with the given content. */
export function anSvg(
  content = '<rect width="10" height="10"/>',
  attributes = 'viewBox="0 0 10 10"',
): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );
}

/** The width and height in the header of a PNG. */
export const sizeOfPng = (png: Uint8Array) => {
  const bytes = Buffer.from(png);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
};
