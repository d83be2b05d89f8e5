import { fitIntoSrgb, parseHex, toHex, toOklch } from './colour-space.ts';
import { deriveTokens } from './derive-theme.ts';

/** A colour that can be used, or why not and, if it is a colour at all, the nearest that can. */
export type ColourCheck =
  | { isUsable: true; colour: string }
  | { isUsable: false; reason: 'malformed'; message: string; nearest?: undefined }
  | { isUsable: false; reason: 'too-pale' | 'too-colourful'; message: string; nearest: string };

/**
 * How much darker than chosen an accent may be drawn on light pages: a strong orange is, a yellow would become brown.
 * On dark pages such a colour is used as it was chosen.
 */
const largestDarkening = 0.09;
/** More of it on backgrounds competes with the accent, and text on them is tiring to read. */
const largestNeutralChroma = 0.05;

const malformed: ColourCheck = {
  isUsable: false,
  reason: 'malformed',
  message: 'Enter a colour as # and six digits or letters from a to f, such as #0f8a76.',
};

/**
 * Whether an accent can be recognized on light pages as well. Dark accents are used as chosen there, and lightened on
 * dark pages.
 */
export function checkAccent(text: string, { neutral }: { neutral?: string | undefined } = {}): ColourCheck {
  const colour = parseHex(text);
  if (colour === undefined) return malformed;
  const isUsable = (hex: string) =>
    toOklch(hex).l - deriveTokens('light', { accent: hex, neutral })['live-dot'].l <= largestDarkening;
  if (isUsable(colour)) return { isUsable: true, colour };

  const chosen = toOklch(colour);
  const at = (l: number) => toHex(fitIntoSrgb({ ...chosen, l }));
  const nearest = at(findNearest(chosen.l, 0, (l) => isUsable(at(l))));
  return {
    isUsable: false,
    reason: 'too-pale',
    message: `${colour} is too pale: on light pages, marks and charts in this colour could not be seen. The nearest colour that can be used is ${nearest}.`,
    nearest,
  };
}

/** Whether a colour is grey enough for backgrounds, lines and text. */
export function checkNeutral(text: string): ColourCheck {
  const colour = parseHex(text);
  if (colour === undefined) return malformed;
  const isUsable = (hex: string) => toOklch(hex).c <= largestNeutralChroma;
  if (isUsable(colour)) return { isUsable: true, colour };

  const chosen = toOklch(colour);
  const at = (c: number) => toHex({ ...chosen, c });
  const nearest = at(findNearest(largestNeutralChroma, 0, (c) => isUsable(at(c))));
  return {
    isUsable: false,
    reason: 'too-colourful',
    message: `${colour} is too colourful for backgrounds and text. The nearest colour that can be used is ${nearest}.`,
    nearest,
  };
}

/** The value nearest to `from` that is usable, on the way to `to`, which is. */
function findNearest(from: number, to: number, isUsable: (value: number) => boolean): number {
  let [unusable, usable] = [from, to];
  while (Math.abs(unusable - usable) > 0.0005) {
    const middle = (unusable + usable) / 2;
    if (isUsable(middle)) usable = middle;
    else unusable = middle;
  }
  return usable;
}
