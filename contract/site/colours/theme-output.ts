import { type Oklch, toHex } from './colour-space.ts';
import { defaultTheme, defaultTokens, type Theme, type ThemeName, type TokenName } from './default-tokens.ts';

/** The colours of mails, as mail-html.ts needs them. */
export interface MailColours {
  surface: string;
  raised: string;
  ink: string;
  soft: string;
  line: string;
  dot: string;
  /** Text about good news. */
  live: string;
  /** Bars of lists. */
  bar: string;
}

/**
 * The declarations that differ from web/ui/tokens.css, or from those of another theme, which they must follow; empty
 * without a difference. They contain only numbers that were computed here, so they need no escaping.
 */
export function toThemeCss({ light, dark }: Theme, base: Theme = defaultTheme()): string {
  const declarations = Object.keys(defaultTokens).flatMap((name) => {
    const token = name as TokenName;
    if (isEqual(light[token], base.light[token]) && isEqual(dark[token], base.dark[token])) return [];
    return [`--${name}:light-dark(${toCss(light[token])},${toCss(dark[token])})`];
  });
  return declarations.length === 0 ? '' : `:root:root,.night.night{${declarations.join(';')}}`;
}

export function toMailColours(theme: Theme): Record<ThemeName, MailColours> {
  const of = (name: ThemeName): MailColours => ({
    surface: toHex(theme[name].surface),
    raised: toHex(theme[name]['surface-raised']),
    ink: toHex(theme[name].ink),
    soft: toHex(theme[name]['ink-soft']),
    line: toHex(theme[name].line),
    dot: toHex(theme[name]['live-dot']),
    live: toHex(theme[name].live),
    bar: toHex(theme[name]['chart-1']),
  });
  return { light: of('light'), dark: of('dark') };
}

/** For `theme-color` and the manifest: browsers paint their own bars in it. */
export function toManifestColours(
  theme: Theme,
): Record<ThemeName, { themeColour: string; background: string }> {
  const of = (name: ThemeName) => {
    const surface = toHex(theme[name].surface);
    return { themeColour: surface, background: surface };
  };
  return { light: of('light'), dark: of('dark') };
}

const isEqual = (one: Oklch, other: Oklch) => one.l === other.l && one.c === other.c && one.h === other.h;

const toCss = ({ l, c, h }: Oklch) => `oklch(${l} ${c} ${h})`;
