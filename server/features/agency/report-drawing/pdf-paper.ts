import type PDFDocument from 'pdfkit';
import { toHex } from '../../../../contract/site/colours/colour-space.ts';
import type { TypefaceId } from '../../../../contract/site/typefaces.ts';
import { headings, toColours } from '../drawing/brand-look.ts';
import type { DrawnBrand } from '../drawing/drawing-jobs.ts';
import { type Outlines, openOutlines } from '../drawing/outlines.ts';
import { toLetters, toShortenedLines } from '../drawing/text-lines.ts';

export type Tag = PDFKit.PDFStructureElement;
/** The types of pdfkit do not have all of these. */
interface TagOptions {
  alt?: string;
  scope?: 'Row' | 'Column';
  /** The edges of a figure. */
  bbox?: [left: number, top: number, right: number, bottom: number];
}
type Colour = keyof Paper['colours'];

export interface TextStyle {
  size: number;
  isBold?: boolean;
  colour?: Colour;
  align?: 'left' | 'right' | 'center';
}

export interface TextBox {
  x: number;
  /** The upper edge of its first line. */
  y: number;
  width: number;
}

export const lineHeight = (size: number): number => size * 1.42;

/** Pages of paper: texts in the typeface of the brand, and their tags for screen readers. In points, from the upper left corner. */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly colours: ReturnType<typeof toColours> & { good: string; white: string };
  readonly #typeface: TypefaceId;

  constructor(doc: InstanceType<typeof PDFDocument>, { theme, typeface }: DrawnBrand) {
    this.doc = doc;
    this.colours = { ...toColours(theme), good: toHex(theme.light.live), white: '#ffffff' };
    this.#typeface = typeface;
  }

  outlines({ isBold = false }: Pick<TextStyle, 'isBold'>): Outlines {
    return openOutlines(this.#typeface, isBold ? headings[this.#typeface].weight : 400);
  }

  measure(text: string, style: Pick<TextStyle, 'size' | 'isBold'>): number {
    return this.outlines(style).measure(this.toPrintable(text, style) ?? '', { size: style.size });
  }

  /**
   * The text as far as a typeface has its letters, with an ellipsis in place of others. Undefined if most of them are missing:
   * the rest would be misread.
   */
  toPrintable(text: string, style: Pick<TextStyle, 'isBold'>): string | undefined {
    if (isPlain(text)) return text.trim();
    const outlines = this.outlines(style);
    let [wanted, missing, printable] = [0, 0, ''];
    for (const character of toLetters(
      withoutArrows(text)
        .normalize('NFC')
        .replace(/[^\S\u00a0]+/gu, ' ')
        .trim(),
    )) {
      const isText = /[\p{L}\p{N}]/u.test(character);
      if (isText) wanted += 1;
      const bare = character.normalize('NFD').replace(/\p{M}/gu, '');
      const drawn = [character, bare].find((form) => form !== '' && outlines.covers(form));
      if (drawn !== undefined) {
        printable += drawn;
        continue;
      }
      if (isText) missing += 1;
      if (isText && !printable.endsWith('…')) printable += '…';
    }
    return missing * 3 > wanted ? undefined : printable.trim();
  }

  /** The lines of a text in a width; the last one ends with an ellipsis if there would be more. */
  lines(text: string, style: TextStyle, width: number, max = Number.POSITIVE_INFINITY): string[] {
    const printable = this.toPrintable(text, style) ?? inOtherLetters;
    const setting = { outlines: this.outlines(style), size: style.size, tracking: 0, maxWidth: width };
    return toShortenedLines(printable, setting, max);
  }

  /** Draws lines, and returns the edge below them. */
  write(lines: string[], { x, y, width }: TextBox, style: TextStyle): number {
    const height = lineHeight(style.size);
    for (const [index, line] of lines.entries()) {
      const { capHeight } = this.outlines(style);
      const baseline = y + (index + 0.5) * height + (capHeight * style.size) / 2;
      this.#writeLine(line, { x, y: baseline, width }, style);
    }
    return y + lines.length * height;
  }

  /** A text of one line, cut to its width. */
  writeOne(text: string, box: TextBox, style: TextStyle): void {
    this.write(this.lines(text, style, box.width, 1), box, style);
  }

  #writeLine(line: string, { x, y, width }: TextBox, style: TextStyle): void {
    const { size, colour = 'ink', align = 'left' } = style;
    const outlines = this.outlines(style);
    const room = width - outlines.measure(line, { size });
    let left = x + (align === 'left' ? 0 : align === 'right' ? room : room / 2);
    for (const { name, data, letters } of outlines.toRuns(line)) {
      this.doc.registerFont(name, data);
      this.doc.font(name).fontSize(size).fillColor(this.colours[colour]);
      this.doc.text(letters, left, y, { lineBreak: false, baseline: 'alphabetic' });
      left += outlines.measure(letters, { size });
    }
  }

  /** Adds an element with what `draw` draws. `text` is what screen readers read if the drawn text lacks some of its letters. */
  tag(
    parent: Tag,
    type: string,
    draw: () => void,
    { text, ...options }: TagOptions & { text?: string } = {},
  ): void {
    const isComplete = text === undefined || this.toPrintable(text, {}) === text;
    const actual = isComplete ? {} : { actual: text };
    parent.add(this.doc.struct(type, { ...options, ...actual }, draw));
  }

  /** Adds an element that contains others. */
  group(parent: Tag, type: string, fill: (group: Tag) => void): void {
    const element = this.doc.struct(type);
    parent.add(element);
    fill(element);
    element.end();
  }

  /** Draws what screen readers leave out. */
  decorate(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw(this.doc);
    this.doc.endMarkedContent();
  }
}

/** Letters that every typeface has, which are most of a report. */
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** No typeface has arrows. */
const withoutArrows = (text: string) => text.replaceAll(' → ', ' to ');

/** Written in place of a text whose letters no typeface has. */
const inOtherLetters = 'In another script: see the live portal';
