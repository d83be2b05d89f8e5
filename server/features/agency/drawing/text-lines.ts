import type { Outlines } from './outlines.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export const toLetters = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment);

/**
 * The text as far as the typeface can draw it, on one line. Accents that it does not have are left out; without most of
 * its letters a text would be misread, so it is empty then.
 */
export function toDrawable(text: string, outlines: Outlines): string {
  const letters = toLetters(text.normalize('NFC').slice(0, 2_000).replace(/\s+/gu, ' ').trim());
  const drawn = letters.map((letter) => {
    if (outlines.covers(letter)) return letter;
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '');
    return outlines.covers(bare) ? bare : '';
  });
  const count = (list: string[]) => list.filter((letter) => /[\p{L}\p{N}]/u.test(letter)).length;
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
  const lines = fill(text, setting);
  if (lines.length > maxLines) return undefined;
  // The narrowest width with as many lines: a last line of one word looks forgotten.
  let [narrow, wide] = [setting.maxWidth / 2, setting.maxWidth];
  let balanced = lines;
  for (let step = 0; step < 7; step += 1) {
    const middle = (narrow + wide) / 2;
    const candidate = fill(text, { ...setting, maxWidth: middle });
    if (candidate.length > lines.length || candidate.some((line) => widthOf(line, setting) > middle))
      narrow = middle;
    else {
      wide = middle;
      balanced = candidate;
    }
  }
  return balanced;
}

/** As many lines as there is space for, the last one with an ellipsis if there would be more. */
export function toShortenedLines(text: string, setting: Setting, maxLines: number): string[] {
  const lines = fill(text, setting);
  if (lines.length <= maxLines) return lines;
  const kept = lines.slice(0, maxLines);
  const last = toLetters(kept.at(-1) ?? '');
  const shorten = () => `${last.join('').replace(/[\s,.;:–-]+$/u, '')}…`;
  while (last.length > 0 && widthOf(shorten(), setting) > setting.maxWidth) last.pop();
  return [...kept.slice(0, -1), shorten()];
}

export const widthOf = (text: string, { outlines, size, tracking }: Omit<Setting, 'maxWidth'>): number =>
  outlines.draw(text, { size, tracking }).width;

function fill(text: string, setting: Setting): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => breakWord(each, setting))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, setting) > setting.maxWidth) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** A word that is longer than a line, in parts that are not. */
function breakWord(word: string, setting: Setting): string[] {
  if (widthOf(word, setting) <= setting.maxWidth) return [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of toLetters(word)) {
    if (part !== '' && widthOf(part + letter, setting) > setting.maxWidth) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}
