export const svgNamespace = 'http://www.w3.org/2000/svg';

/** Shapes, and what fills, cuts and repeats them. Nothing that runs, loads, links, animates or contains other formats. */
export const allowedElements: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'switch',
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['linearGradient', 'radialGradient', 'stop', 'pattern', 'clipPath', 'mask', 'marker'],
  ...['filter', 'feGaussianBlur', 'feOffset', 'feBlend', 'feComposite', 'feColorMatrix', 'feFlood'],
  ...['feMerge', 'feMergeNode', 'feDropShadow'],
]);

/** Elements without which the logo would look different: it is refused, with what can be done about it. */
export const refusedElements: ReadonlyMap<string, string> = new Map([
  ...['text', 'tspan', 'textPath', 'tref', 'font'].map(
    (name) =>
      [name, 'It contains text, whose typeface not every device has. Convert the text to outlines.'] as const,
  ),
  ...['image', 'feImage'].map(
    (name) => [name, 'It contains an embedded picture. Upload the picture as a PNG instead.'] as const,
  ),
  ['a', 'It contains a link. Remove the link, or ungroup what it contains.'],
  ['feTurbulence', 'It contains a generated texture. Upload it as a PNG instead.'],
]);

const length = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?(?:px|pt|pc|mm|cm|in|em|ex|%)?$/i;
const numbers = /^[-+\d.,e%\s]*$/i;
const word = /^[a-z][a-z0-9-]*$/i;
const words = /^[a-z0-9\s-]*$/i;
const pathData = /^[-+\d.,e\sMmZzLlHhVvCcSsQqTtAa]*$/;
const transform = /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([-+\d.,e\s]*\)[\s,]*)*$/i;
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgba?|hsla?)\([\d.,%\s/deg-]*\))$/i;

/** A colour, or a reference to an element of the same file with a colour in its place. */
const paint = 'paint';
/** A reference to an element of the same file. */
const reference = 'reference';

/** How the value of an attribute has to look. */
export type AllowedValue = RegExp | typeof paint | typeof reference;

const toEntries = (names: string, value: AllowedValue) =>
  names.split(' ').map((name) => [name, value] as const);

export const allowedAttributes: ReadonlyMap<string, AllowedValue> = new Map([
  ...toEntries('x y width height cx cy r rx ry x1 y1 x2 y2 fx fy fr dx dy refX refY offset', length),
  ...toEntries('stroke-width stroke-dashoffset stroke-miterlimit markerWidth markerHeight', length),
  ...toEntries('opacity fill-opacity stroke-opacity stop-opacity flood-opacity', length),
  ...toEntries('viewBox points stroke-dasharray values stdDeviation k1 k2 k3 k4 orient pathLength', numbers),
  ...toEntries(
    'gradientUnits patternUnits patternContentUnits maskUnits maskContentUnits clipPathUnits',
    word,
  ),
  ...toEntries('filterUnits primitiveUnits markerUnits spreadMethod mask-type', word),
  ...toEntries('fill-rule clip-rule stroke-linecap stroke-linejoin display visibility overflow', word),
  ...toEntries('color-interpolation-filters color-interpolation vector-effect shape-rendering', word),
  ...toEntries('in in2 result operator mode type', word),
  ...toEntries('preserveAspectRatio paint-order', words),
  ...toEntries('transform gradientTransform patternTransform', transform),
  ...toEntries('color stop-color flood-color', colour),
  ...toEntries('fill stroke', paint),
  ...toEntries('clip-path mask filter marker-start marker-mid marker-end href', reference),
  ['d', pathData],
]);

/** Attributes that style sheets can set as well. */
export const styleProperties: ReadonlySet<string> = new Set(
  [
    'opacity fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-dasharray stroke-dashoffset',
    'stroke-linecap stroke-linejoin stroke-miterlimit stop-color stop-opacity color clip-path clip-rule mask mask-type',
    'filter flood-color flood-opacity display visibility overflow paint-order vector-effect marker-start marker-mid',
    'marker-end shape-rendering color-interpolation-filters',
  ]
    .join(' ')
    .split(' '),
);

const referencePattern =
  /^url\(\s*(["']?)#([^"'()\s\\]+)\1\s*\)\s*(?:none|currentcolor|#[0-9a-f]{3,8}|[a-z]+)?$/i;

/** The id in `url(#id)` or, in `href`, `#id`. Undefined for every other reference. */
function findReference(name: string, value: string): string | undefined {
  if (name === 'href') return /^#([^"'()\s\\]+)$/.exec(value)?.[1];
  return referencePattern.exec(value)?.[2];
}

/**
 * The value as it may be written, or undefined. Elements are referred to by their new ids, and a reference to an
 * element that does not exist is omitted.
 */
export function toAllowedValue(
  name: string,
  written: string,
  toNewId: (id: string) => string | undefined,
): string | undefined {
  const allowed = allowedAttributes.get(name);
  const value = written.trim();
  if (allowed === undefined) return undefined;
  if (allowed instanceof RegExp) return allowed.test(value) ? value : undefined;
  const id = findReference(name, value);
  if (id !== undefined) {
    const newId = toNewId(id);
    if (newId === undefined) return undefined;
    return name === 'href' ? `#${newId}` : `url(#${newId})`;
  }
  return (allowed === paint ? colour : /^none$/i).test(value) ? value : undefined;
}
