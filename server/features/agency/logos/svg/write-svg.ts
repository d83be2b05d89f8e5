import type { XmlElement } from 'jsdom';
import { allowedElements, svgNamespace, toAllowedValue } from './allowed-svg.ts';
import { declarationsOf, parseDeclarations, parseRules } from './style-rules.ts';
import type { SvgSize } from './svg-size.ts';

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

  const attributesOf = (element: XmlElement): Map<string, string> => {
    const attributes = new Map<string, string>();
    let classes: string[] = [];
    let style = '';
    let id = '';
    for (const { localName, value } of element.attributes) {
      if (localName === 'class') classes = value.split(/\s+/);
      else if (localName === 'style') style = value;
      else if (localName === 'id') id = value;
      else attributes.set(localName, value);
    }
    // In the order of CSS: rules override attributes, and the element's own style overrides rules.
    const declared = declarationsOf(rules, { name: element.localName, classes, id });
    for (const [name, value] of [...declared, ...parseDeclarations(style)]) attributes.set(name, value);
    return attributes;
  };

  const write = (element: XmlElement): string => {
    const { localName } = element;
    if (element.namespaceURI !== svgNamespace || !allowedElements.has(localName)) return '';
    const written = [...attributesOf(element)].flatMap(([name, value]) => {
      const allowed = toAllowedValue(name, value, (id) => ids.get(id));
      return allowed === undefined ? [] : [` ${name}="${allowed}"`];
    });
    const id = ids.get(element.getAttribute('id') ?? '');
    if (id !== undefined) written.push(` id="${id}"`);
    return wrap(localName, written.join(''), writeAll(element));
  };
  const writeAll = (element: XmlElement) => [...element.children].map(write).join('');

  const rootAttributes = [...attributesOf(root)].flatMap(([name, value]) => {
    if (['viewBox', 'width', 'height', 'x', 'y'].includes(name)) return [];
    const allowed = toAllowedValue(name, value, (id) => ids.get(id));
    return allowed === undefined ? [] : [` ${name}="${allowed}"`];
  });
  const { viewBox, width, height } = size;
  const frame = ` xmlns="${svgNamespace}" viewBox="${viewBox.join(' ')}" width="${width}" height="${height}"`;
  return wrap('svg', `${frame}${rootAttributes.join('')}`, writeAll(root));
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
