import createPurifier, { type WindowLike } from 'dompurify';
import { JSDOM, type XmlElement } from 'jsdom';
import { UnusablePicture } from '../../drawing/drawing-errors.ts';
import { renderSample, type Size } from '../../drawing/raster.ts';
import { allowedAttributes, allowedElements, svgNamespace } from './allowed-svg.ts';
import { requireFewCopies } from './require-few-copies.ts';
import { requireOnlyAllowed } from './require-only-allowed.ts';
import { scanSvg } from './scan-svg.ts';
import { readSvgSize } from './svg-size.ts';
import { writeSvg } from './write-svg.ts';

const { window } = new JSDOM('');
// It needs a window with a document, as JSDOM's is.
const purifier = createPurifier(window as unknown as WindowLike);

export interface CleanSvg extends Size {
  svg: string;
}

/**
 * The SVG with only shapes and their appearance. Three things must agree: DOMPurify removes what browsers are known to
 * run or load, the result is written again from a list of elements, attributes and values, and what was written is
 * read again and compared with that list.
 */
export function sanitizeSvg(text: string): CleanSvg {
  scanSvg(text);
  const root = new window.DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const css = [...root.getElementsByTagName('style')].map(({ textContent }) => textContent ?? '').join('\n');
  const size = readSvgSize((name) => root.getAttribute(name) ?? undefined);
  purify(root);
  const svg = writeSvg(root, { css, size });
  requireOnlyAllowed(svg);
  requireFewCopies(svg);
  requireVisible(svg, size);
  return { svg, width: size.width, height: size.height };
}

function purify(root: XmlElement): void {
  purifier.sanitize(root as unknown as Parameters<typeof purifier.sanitize>[0], {
    IN_PLACE: true,
    PARSER_MEDIA_TYPE: 'application/xhtml+xml',
    NAMESPACE: svgNamespace,
    ALLOWED_TAGS: [...allowedElements],
    ALLOWED_ATTR: [...allowedAttributes.keys(), 'id', 'class', 'style', 'xlink:href'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    // It is compared with every attribute except style. No allowed value has a scheme.
    ALLOWED_URI_REGEXP: /^[^:]*$/,
    KEEP_CONTENT: false,
    // The names of elements and attributes are written again without those of the file.
    SANITIZE_DOM: false,
  });
}

/**
 * In a size that no picture exceeds: it also shows that the renderer can draw the logo in the time and memory that the process has.
 * Blurs need much more of both in a larger picture.
 */
function requireVisible(svg: string, size: Size): void {
  const pixels = renderSample(svg, size, 512);
  const isVisible = pixels.some((value, index) => index % 4 === 3 && value > 8);
  if (!isVisible) throw new UnusablePicture('The logo is empty: nothing of it is visible.');
}
