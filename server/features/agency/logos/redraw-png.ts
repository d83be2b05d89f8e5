import { UnusablePicture } from '../drawing/drawing-errors.ts';
import { toImageElement, toSvg } from '../drawing/image-element.ts';
import { renderPng, renderSample, type Size } from '../drawing/raster.ts';

/** No picture that is made of a logo shows more of it. */
const maxEdge = 1_024;
const maxBytes = 1_000_000;

export interface RedrawnPng extends Size {
  png: Uint8Array;
}

/** Decodes the PNG and encodes its pixels again, at most 1,024 on an edge. */
export function redrawPng(picture: RedrawnPng): RedrawnPng {
  const redrawn = shrinkPng(picture, maxEdge);
  // The renderer leaves out what it cannot decode.
  const isVisible = renderSample(toPictureSvg(redrawn, redrawn), redrawn).some(
    (value, index) => index % 4 === 3 && value > 8,
  );
  if (!isVisible) throw new UnusablePicture('The logo is empty or damaged: nothing of it is visible.');
  if (redrawn.png.length > maxBytes) {
    throw new UnusablePicture('The logo has too much detail for a PNG. Reduce its size or its colours.');
  }
  return redrawn;
}

/** The picture with at most `edge` pixels on its longer edge. Halving it first keeps the detail that sampling would skip. */
export function shrinkPng(picture: RedrawnPng, edge: number): RedrawnPng {
  let current = picture;
  do {
    const longest = Math.max(current.width, current.height);
    const scale = longest <= edge ? 1 : Math.max(0.5, edge / longest);
    const size = {
      width: Math.max(1, Math.round(current.width * scale)),
      height: Math.max(1, Math.round(current.height * scale)),
    };
    current = { png: renderPng(toPictureSvg(current, size)), ...size };
  } while (Math.max(current.width, current.height) > edge);
  return current;
}

const toPictureSvg = ({ png }: RedrawnPng, size: Size) =>
  toSvg(
    size,
    toImageElement(
      { kind: 'png', content: png },
      { x: 0, y: 0, width: size.width, height: size.height },
      'none',
    ),
  );
