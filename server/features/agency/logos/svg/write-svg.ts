import type { XmlElement } from 'jsdom';
import { allowedElements, svgNamespace, toAllowedValue } from './allowed-svg.ts';
import { declarationsOf, parseDeclarations, parseRules } from './style-rules.ts';
import type { SvgSize } from './svg-size.ts';

const xlinkNamespace = 'http://www.w3.org/1999/xlink';

interface WriteOptions {
  /** The text of the style sheets of the file. */
  css: string;
  size: SvgSize;
}

/**
 * Writes the allowed elements, with styles as attributes and new ids. Names that people gave to layers do not appear in
 * it, so no id can meet one of a page.
 */
export function writeSvg(root: XmlElement, { css, size }: WriteOptions): string {
  const rules = parseRules(css);
  const ids = nameIds(root);

  const toValue = (name: string, value: string) => toAllowedValue(name, value, (id) => ids.get(id));

  const writeAttributes = (element: XmlElement, omitted: readonly string[] = []): string => {
    const { own, classes, style, id } = readAttributes(element);
    // In the order of CSS: rules override attributes, the element's own style overrides rules, and a value that is not
    // understood overrides nothing.
    const declared = declarationsOf(rules, { name: element.localName, classes, id });
    const written = new Map<string, string>();
    for (const [name, value] of [...own, ...declared, ...parseDeclarations(style)]) {
      const allowed = omitted.includes(name) ? undefined : toValue(name, value);
      if (allowed !== undefined) written.set(name, allowed);
    }
    const newId = ids.get(id);
    if (newId !== undefined) written.set('id', newId);
    return [...written].map(([name, value]) => ` ${name}="${value}"`).join('');
  };

  const writeChildren = (element: XmlElement): string =>
    [...element.children]
      .filter(
        ({ namespaceURI, localName }) => namespaceURI === svgNamespace && allowedElements.has(localName),
      )
      .map((child) => wrap(child.localName, writeAttributes(child), writeChildren(child)))
      .join('');

  const { viewBox, width, height } = size;
  const frame = ` xmlns="${svgNamespace}" viewBox="${viewBox.join(' ')}" width="${width}" height="${height}"`;
  const others = writeAttributes(root, ['viewBox', 'width', 'height', 'x', 'y']);
  return wrap('svg', `${frame}${others}`, writeChildren(root));
}

/** Drawing programs add attributes in other namespaces, some with the same names as those of SVG. */
function readAttributes(element: XmlElement) {
  const read = { own: [] as [string, string][], classes: [] as string[], style: '', id: '' };
  for (const { localName, namespaceURI, value } of element.attributes) {
    const isLink = namespaceURI === xlinkNamespace && localName === 'href';
    if (isLink) read.own.unshift(['href', value]);
    else if (namespaceURI !== null) continue;
    else if (localName === 'class') read.classes = value.split(/\s+/);
    else if (localName === 'style') read.style = value;
    else if (localName === 'id') read.id = value;
    else read.own.push([localName, value]);
  }
  return read;
}

const wrap = (name: string, attributes: string, content: string) =>
  content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;

/** New ids by the old ones. */
function nameIds(root: XmlElement): Map<string, string> {
  const ids = new Map<string, string>();
  for (const element of root.getElementsByTagName('*')) {
    const id = element.getAttribute('id');
    if (id && !ids.has(id)) ids.set(id, `n${ids.size + 1}`);
  }
  return ids;
}
