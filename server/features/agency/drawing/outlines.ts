import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import type { TypefaceId } from '../../../../contract/site/typefaces.ts';

/** The files of a typeface, each with the letters of some languages. The first that has a character draws it. */
const subsets = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'];

/** Draw the letters that the chosen typeface does not have: together they know Latin, Cyrillic, Greek and Vietnamese. */
const substitutes: TypefaceId[] = ['nunito', 'source-serif-4'];

export type Weight = 400 | 600 | 700;

/** Text as the outlines of its letters, so that drawing it needs no fonts and reads no markup. */
export class Outlines {
  readonly #fonts: Font[];

  constructor(fonts: Font[]) {
    this.#fonts = fonts;
  }

  /** The height of capital letters, as a part of the font size. */
  get capHeight(): number {
    const [font] = this.#fonts;
    return font ? font.capHeight / font.unitsPerEm : 0.7;
  }

  covers(character: string): boolean {
    return [...character].every((point) => this.#findFont(point) !== undefined);
  }

  /** The width and, with its baseline at `y`, the path data of a text. Letters that no file has are left out. */
  draw(text: string, { x = 0, y = 0, size, tracking = 0 }: TextPlace): { width: number; path: string } {
    let width = 0;
    let path = '';
    for (const { font, letters } of this.#toRuns(text)) {
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

  #toRuns(text: string): { font: Font; letters: string }[] {
    const runs: { font: Font; letters: string }[] = [];
    for (const point of text) {
      const font = this.#findFont(point);
      if (!font) continue;
      const last = runs.at(-1);
      if (last?.font === font) last.letters += point;
      else runs.push({ font, letters: point });
    }
    return runs;
  }

  #findFont(point: string): Font | undefined {
    const code = point.codePointAt(0) ?? 0;
    return this.#fonts.find((font) => font.hasGlyphForCodePoint(code));
  }
}

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

function openFonts(typeface: TypefaceId, weight: Weight): Font[] {
  const manifest = createRequire(import.meta.url).resolve(`@fontsource/${typeface}/package.json`);
  const folder = join(dirname(manifest), 'files');
  const files = new Set(readdirSync(folder));
  return subsets
    .map((subset) => `${typeface}-${subset}-${weight}-normal.woff`)
    .filter((file) => files.has(file))
    .map((file) => {
      const font = create(readFileSync(join(folder, file)));
      if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`);
      return font;
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
