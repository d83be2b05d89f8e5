import type { Outlines } from './outlines.ts';

/** More would not fit into any picture. */
const maxLength = 600;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export const toLetters = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment);

/**
 * The text as far as the typeface can draw it, on one line. Accents that it does not have are left out; without most of
 * its letters a text would be misread, so it is empty then.
 */
export function toDrawable(text: string, outlines: Outlines): string {
  const letters = toLetters(text.slice(0, maxLength).normalize('NFC').replace(/\s+/gu, ' ').trim());
  const drawn = letters.map((character) => {
    if (outlines.covers(character)) return character;
    const bare = character.normalize('NFD').replace(/\p{M}/gu, '');
    return outlines.covers(bare) ? bare : '';
  });
  const count = (list: string[]) => list.filter((character) => /[\p{L}\p{N}]/u.test(character)).length;
  return count(drawn) * 3 < count(letters) * 2 ? '' : drawn.join('').replace(/ +/g, ' ').trim();
}

export interface Setting {
  outlines: Outlines;
  size: number;
  tracking: number;
  maxWidth: number;
}

/** Lines of similar length, none longer than the width; undefined if there would be more than `maxLines`. */
export function toLines(text: string, setting: Setting, maxLines: number): string[] | undefined {
  const measure = createMeasure(setting);
  const lines = fill(text, measure, setting.maxWidth);
  if (lines.length > maxLines) return undefined;
  // The narrowest width with as many lines: a last line of one word looks forgotten.
  let [narrow, wide] = [setting.maxWidth / 2, setting.maxWidth];
  let balanced = lines;
  for (let step = 0; step < 7; step += 1) {
    const middle = (narrow + wide) / 2;
    const candidate = fill(text, measure, middle);
    if (candidate.length > lines.length || candidate.some((line) => measure(line) > middle)) narrow = middle;
    else {
      wide = middle;
      balanced = candidate;
    }
  }
  return balanced;
}

/** As many lines as there is space for, the last one with an ellipsis if there would be more. */
export function toShortenedLines(text: string, setting: Setting, maxLines: number): string[] {
  const lines = fill(text, createMeasure(setting), setting.maxWidth);
  if (lines.length <= maxLines) return lines;
  const kept = lines.slice(0, maxLines);
  const last = toLetters(kept.at(-1) ?? '');
  const shorten = () => `${last.join('').replace(/[\s,.;:–-]+$/u, '')}…`;
  while (last.length > 0 && widthOf(shorten(), setting) > setting.maxWidth) last.pop();
  return [...kept.slice(0, -1), shorten()];
}

export const widthOf = (text: string, { outlines, size, tracking }: Omit<Setting, 'maxWidth'>): number =>
  outlines.measure(text, { size, tracking });

type Measure = (line: string) => number;

/** Measures a line by its words, each of them once: lines are tried in many widths. */
function createMeasure(setting: Setting): Measure {
  const widths = new Map<string, number>();
  const space = widthOf(' ', setting) + 2 * setting.tracking * setting.size;
  const measureWord = (word: string) => {
    const width = widths.get(word) ?? widthOf(word, setting);
    widths.set(word, width);
    return width;
  };
  return (line) => {
    const words = line.split(' ');
    return words.reduce((sum, word) => sum + measureWord(word), 0) + (words.length - 1) * space;
  };
}

function fill(text: string, measure: Measure, maxWidth: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => breakWord(each, measure, maxWidth))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(longer) > maxWidth) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Splits words that are longer than a line. */
function breakWord(word: string, measure: Measure, maxWidth: number): string[] {
  if (measure(word) <= maxWidth) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of toLetters(word)) {
    if (part !== '' && measure(part + character) > maxWidth) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
