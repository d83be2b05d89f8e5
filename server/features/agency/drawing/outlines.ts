import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import type { TypefaceId } from '../../../../contract/site/typefaces.ts';
import { readWoff } from './read-woff.ts';

/** The files of a typeface, each with the letters of some languages. The first that has a character draws it. */
const subsets = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'];

/** Draw the letters that the chosen typeface does not have: together they know Latin, Cyrillic, Greek and Vietnamese. */
const substitutes: TypefaceId[] = ['nunito', 'source-serif-4'];

export type Weight = 400 | 600 | 700;

interface FontFile {
  font: Font;
  name: string;
  /** The font without compression. */
  data: Buffer;
}

/** Text that one file draws. */
export interface FontRun extends FontFile {
  letters: string;
}

/** Text as the outlines of its letters, so that drawing it needs no fonts and reads no markup. */
export class Outlines {
  readonly #fonts: FontFile[];
  /** The file of each character that was looked for. */
  readonly #found = new Map<string, FontFile | undefined>();

  constructor(fonts: FontFile[]) {
    this.#fonts = fonts;
  }

  /** The height of capital letters, as a part of the font size. */
  get capHeight(): number {
    const [first] = this.#fonts;
    return first ? first.font.capHeight / first.font.unitsPerEm : 0.7;
  }

  covers(character: string): boolean {
    return [...character].every((point) => this.#findFont(point) !== undefined);
  }

  /** The width and, with its baseline at `y`, the path data of a text. Letters that no file has are left out. */
  draw(text: string, { x = 0, y = 0, size, tracking = 0 }: TextPlace): { width: number; path: string } {
    let width = 0;
    let path = '';
    for (const { font, letters } of this.toRuns(text)) {
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(letters);
      for (const [index, glyph] of glyphs.entries()) {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
        path += toPathData(glyph.path.commands, {
          scale,
          x: x + width + xOffset * scale,
          y: y - yOffset * scale,
        });
        width += xAdvance * scale + tracking * size;
      }
    }
    return { width: Math.max(0, width - tracking * size), path };
  }

  /** The width of a text, without its path. */
  measure(text: string, { size, tracking = 0 }: Omit<TextPlace, 'x' | 'y'>): number {
    const width = this.toRuns(text).reduce((sum, { font, letters }) => {
      const { positions } = font.layout(letters);
      const advances = positions.reduce((total, { xAdvance }) => total + (xAdvance ?? 0), 0);
      return sum + (advances * size) / font.unitsPerEm + positions.length * tracking * size;
    }, 0);
    return Math.max(0, width - tracking * size);
  }

  /** The parts of a text, each with the file that draws it. Letters that no file has are left out. */
  toRuns(text: string): FontRun[] {
    const runs: FontRun[] = [];
    for (const point of text) {
      const found = this.#findFont(point);
      if (!found) continue;
      const last = runs.at(-1);
      if (last?.font === found.font) last.letters += point;
      else runs.push({ ...found, letters: point });
    }
    return runs;
  }

  #findFont(point: string): FontFile | undefined {
    if (this.#found.has(point)) return this.#found.get(point);
    const code = point.codePointAt(0) ?? 0;
    const found = this.#fonts.find(({ font }) => font.hasGlyphForCodePoint(code));
    if (this.#found.size > foundMax) this.#found.clear();
    this.#found.set(point, found);
    return found;
  }
}

/** Texts of a brand have fewer different characters. */
const foundMax = 5_000;

interface TextPlace {
  x?: number;
  y?: number;
  size: number;
  /** Added between letters, as a part of the font size. */
  tracking?: number;
}

const opened = new Map<string, Outlines>();

export function openOutlines(typeface: TypefaceId, weight: Weight): Outlines {
  const key = `${typeface} ${weight}`;
  const outlines =
    opened.get(key) ??
    new Outlines([...new Set([typeface, ...substitutes])].flatMap((each) => openFonts(each, weight)));
  opened.set(key, outlines);
  return outlines;
}

function openFonts(typeface: TypefaceId, weight: Weight): FontFile[] {
  const manifest = createRequire(import.meta.url).resolve(`@fontsource/${typeface}/package.json`);
  const folder = join(dirname(manifest), 'files');
  const files = new Set(readdirSync(folder));
  return subsets
    .map((subset) => `${typeface}-${subset}-${weight}-normal.woff`)
    .filter((file) => files.has(file))
    .map((name) => {
      const data = readWoff(readFileSync(join(folder, name)));
      const font = create(data);
      if (!('layout' in font)) throw new Error(`${name} is a collection of fonts`);
      return { font, name, data };
    });
}

type Commands = Font extends { layout(text: string): { glyphs: { path: { commands: infer List } }[] } }
  ? List
  : never;

const letters = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' };

/** Fonts count upwards, SVG downwards. */
function toPathData(commands: Commands, { scale, x, y }: { scale: number; x: number; y: number }): string {
  const round = (value: number) => Math.round(value * 100) / 100;
  return commands
    .map(({ command, args }) => {
      const numbers = args.map((value, index) =>
        round(index % 2 === 0 ? x + value * scale : y - value * scale),
      );
      return `${letters[command]}${numbers.join(' ')}`;
    })
    .join('');
}
