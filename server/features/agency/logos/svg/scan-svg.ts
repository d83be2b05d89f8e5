import { SaxesParser, type SaxesTagNS } from 'saxes';
import { UnusablePicture } from '../../drawing/drawing-errors.ts';
import { refusedElements, svgNamespace } from './allowed-svg.ts';

const maxElements = 2_000;
const maxDepth = 32;

/**
 * Reads an SVG as a stream before anything builds a tree of it. Refuses a file that is no well-formed SVG, is larger or
 * deeper than a logo, or could only be used in part.
 */
export function scanSvg(text: string, onElement: (tag: SaxesTagNS) => void = () => {}): void {
  const parser = new SaxesParser({ xmlns: true });
  let elements = 0;
  let depth = 0;
  parser.on('doctype', (doctype) => {
    // Entities can grow to any size. A type alone is harmless: nothing fetches it, and it is not kept.
    if (doctype.includes('[')) {
      throw new UnusablePicture(
        'The logo declares entities. Export it as plain SVG, without data of the drawing program.',
      );
    }
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    depth += 1;
    if (elements > maxElements)
      throw new UnusablePicture(
        `The logo has more than ${maxElements} elements. Simplify it, or upload a PNG.`,
      );
    if (depth > maxDepth)
      throw new UnusablePicture(`The logo is nested more than ${maxDepth} levels deep. Ungroup its shapes.`);
    const isSvg = tag.uri === svgNamespace;
    if (elements === 1 && !(isSvg && tag.local === 'svg')) {
      throw new UnusablePicture('The logo is no SVG: its first element is not svg with the xmlns of SVG.');
    }
    const problem = isSvg ? refusedElements.get(tag.local) : undefined;
    if (problem !== undefined) throw new UnusablePicture(`The logo cannot be used. ${problem}`);
    onElement(tag);
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  parser.on('error', (error) => {
    throw error;
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof UnusablePicture) throw error;
    throw new UnusablePicture('The logo is no well-formed SVG. Export it again.', { cause: error });
  }
}
