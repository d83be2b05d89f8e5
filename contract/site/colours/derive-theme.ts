import { toOklch } from './colour-space.ts';
import { defaultTheme, type Theme, type ThemeName, type ThemeTokens } from './default-tokens.ts';
import { deriveAccent } from './derive-accent.ts';
import { deriveNeutrals } from './derive-neutrals.ts';
import { makeAllReadable } from './readable-pairs.ts';

export interface ChosenColours {
  /** `#rrggbb`; undefined for the default. */
  accent?: string | undefined;
  /** `#rrggbb`; undefined for the default. */
  neutral?: string | undefined;
}

/**
 * Every colour of the pages from the two that an agency chooses. Every pair is readable, whatever was chosen; whether a
 * choice is still recognizable is answered by checkAccent. Throws unless they are `#rrggbb`.
 */
export function deriveTheme(chosen: ChosenColours): Theme {
  return { light: deriveTokens('light', chosen), dark: deriveTokens('dark', chosen) };
}

/** The colours of one theme. */
export function deriveTokens(theme: ThemeName, { accent, neutral }: ChosenColours): ThemeTokens {
  const defaults = defaultTheme()[theme];
  if (accent === undefined && neutral === undefined) return defaults;
  const grey = neutral === undefined ? defaults : deriveNeutrals(defaults, toOklch(neutral));
  const coloured = accent === undefined ? grey : deriveAccent(grey, theme, toOklch(accent));
  return makeAllReadable(coloured, theme);
}
