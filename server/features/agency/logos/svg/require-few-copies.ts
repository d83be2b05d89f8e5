import { SaxesParser } from 'saxes';
import { UnusablePicture } from '../../drawing/drawing-errors.ts';

const maxDrawn = 20_000;

interface Drawn {
  /** The ids that it draws again. */
  references: string[];
  children: Drawn[];
}

/**
 * Refuses a logo whose elements refer to each other so often that drawing it takes long: twenty that repeat the one
 * before twice are a million. The renderer would notice as well, but some browsers draw more than it does.
 */
export function requireFewCopies(svg: string): void {
  const { root, byId } = readTree(svg);
  const sizes = new Map<Drawn, number>();
  const sizeOf = (element: Drawn): number => {
    const known = sizes.get(element);
    if (known !== undefined) return known;
    // An element that refers to itself is not drawn again.
    sizes.set(element, 0);
    const copies = element.references.flatMap((id) => byId.get(id) ?? []);
    const size = [...element.children, ...copies].reduce((sum, each) => sum + sizeOf(each), 1);
    sizes.set(element, size);
    return size;
  };
  if (sizeOf(root) > maxDrawn) {
    throw new UnusablePicture('The logo repeats its shapes too often. Simplify it, or upload a PNG.');
  }
}

function readTree(svg: string): { root: Drawn; byId: Map<string, Drawn> } {
  const root: Drawn = { references: [], children: [] };
  const byId = new Map<string, Drawn>();
  const open = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ attributes }) => {
    const element: Drawn = { references: [], children: [] };
    for (const [name, value] of Object.entries(attributes)) {
      const reference = /^(?:url\()?#(n\d+)\)?$/.exec(value)?.[1];
      if (name === 'id') byId.set(value, element);
      else if (reference !== undefined) element.references.push(reference);
    }
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.write(svg).close();
  return { root, byId };
}
