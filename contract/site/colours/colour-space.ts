import {
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  useMode as registerMode,
  wcagLuminance,
} from 'culori/fn';

// Only the colour spaces that are used here, because the settings screen loads this file.
const toRgb = registerMode(modeRgb);
registerMode(modeLrgb);
registerMode(modeOklab);
const toLch = registerMode(modeOklch);

/** Lightness 0 to 1, chroma 0 to about 0.37, hue in degrees. Colours without chroma have hue 0. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
const toLibrary = ({ l, c, h }: Oklch) => ({ mode: 'oklch' as const, l, c, h });

/** The `#rrggbb` of a text in any case. Undefined for everything else, also for other notations of CSS. */
export function parseHex(text: string): string | undefined {
  const hex = text.toLowerCase();
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : undefined;
}

/** Throws unless the text is `#rrggbb`. */
export function toOklch(hex: string): Oklch {
  const parsed = parseHex(hex);
  const { l, c, h = 0 } = toLch(parsed) ?? {};
  if (parsed === undefined || l === undefined || c === undefined) {
    throw new RangeError('a colour must be written as #rrggbb');
  }
  // Conversion leaves greys a chroma of rounding errors, with a meaningless hue.
  return c < 0.0005 ? { l, c: 0, h: 0 } : { l, c, h };
}

export const toHex = (colour: Oklch): string => formatHex(toLibrary(colour));

/**
 * The colour as style sheets name it, with as much of its chroma as sRGB has. Its digits are enough for every `#rrggbb` to be
 * shown exactly; with one digit less, about one colour in a thousand was shown as its neighbour.
 */
export function fitIntoSrgb({ l, c, h }: Oklch): Oklch {
  const rounded = { l: round(l, 5), c: round(c, 5), h: round(h, 3) };
  if (isInSrgb(rounded)) return rounded;
  let [inside, outside] = [0, c];
  while (outside - inside > 0.0005) {
    const middle = (inside + outside) / 2;
    if (isInSrgb({ l, c: middle, h })) inside = middle;
    else outside = middle;
  }
  return { ...rounded, c: round(inside, 5) };
}

/** Clipping moves a colour that is this little out of sRGB by less than one of the 256 steps of a channel. */
function isInSrgb(colour: Oklch): boolean {
  const { r, g, b } = toRgb(toLibrary(colour));
  return [r, g, b].every((value) => value > -0.001 && value < 1.001);
}

/**
 * The contrast of WCAG: the smaller one of that of the colours and that of the eight bits a channel that screens show, and
 * tools for accessibility measure.
 */
export function contrast(one: Oklch, other: Oklch): number {
  return Math.min(ratio(luminance(one), luminance(other)), ratio(shownLuminance(one), shownLuminance(other)));
}

function luminance(colour: Oklch): number {
  const { r, g, b } = toRgb(toLibrary(colour));
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return wcagLuminance({ mode: 'rgb', r: clip(r), g: clip(g), b: clip(b) });
}

const shownLuminance = (colour: Oklch) => wcagLuminance(toHex(colour));

const ratio = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** The degrees between two hues, 0 to 180. */
export function hueDistance(one: number, other: number): number {
  const distance = Math.abs(one - other) % 360;
  return Math.min(distance, 360 - distance);
}
