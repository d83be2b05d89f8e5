import type { Oklch } from './colour-space.ts';

export const themeNames = ['light', 'dark'] as const;
export type ThemeName = (typeof themeNames)[number];

const colour = (l: number, c: number, h: number): Oklch => ({ l, c, h });

/** The colours of web/ui/tokens.css; a test compares them. */
export const defaultTokens = {
  surface: { light: colour(0.985, 0.004, 85), dark: colour(0.185, 0.026, 264) },
  'surface-raised': { light: colour(0.998, 0.002, 85), dark: colour(0.222, 0.03, 264) },
  'surface-sunken': { light: colour(0.957, 0.006, 85), dark: colour(0.158, 0.024, 264) },
  ink: { light: colour(0.215, 0.032, 262), dark: colour(0.955, 0.008, 240) },
  'ink-soft': { light: colour(0.465, 0.024, 262), dark: colour(0.755, 0.02, 250) },
  line: { light: colour(0.9, 0.008, 85), dark: colour(0.315, 0.03, 264) },
  'line-strong': { light: colour(0.63, 0.018, 262), dark: colour(0.56, 0.028, 262) },
  action: { light: colour(0.215, 0.032, 262), dark: colour(0.955, 0.008, 240) },
  'action-hover': { light: colour(0.335, 0.06, 215), dark: colour(0.9, 0.075, 178) },
  'action-ink': { light: colour(0.985, 0.004, 85), dark: colour(0.185, 0.026, 264) },
  live: { light: colour(0.485, 0.092, 178), dark: colour(0.83, 0.135, 172) },
  'live-dot': { light: colour(0.61, 0.125, 170), dark: colour(0.83, 0.155, 168) },
  'live-wash': { light: colour(0.954, 0.021, 180), dark: colour(0.258, 0.034, 210) },
  focus: { light: colour(0.55, 0.11, 178), dark: colour(0.83, 0.135, 172) },
  bar: { light: colour(0.918, 0.038, 178), dark: colour(0.345, 0.058, 200) },
  warn: { light: colour(0.475, 0.098, 62), dark: colour(0.84, 0.12, 82) },
  'warn-wash': { light: colour(0.953, 0.038, 84), dark: colour(0.285, 0.04, 75) },
  danger: { light: colour(0.5, 0.172, 26), dark: colour(0.765, 0.128, 24) },
  'danger-wash': { light: colour(0.952, 0.022, 24), dark: colour(0.28, 0.058, 20) },
  'chart-1': { light: colour(0.555, 0.112, 176), dark: colour(0.81, 0.135, 172) },
  'chart-2': { light: colour(0.49, 0.125, 258), dark: colour(0.73, 0.115, 256) },
  'chart-3': { light: colour(0.6, 0.122, 66), dark: colour(0.82, 0.125, 80) },
  'chart-4': { light: colour(0.51, 0.15, 305), dark: colour(0.75, 0.125, 305) },
  'chart-5': { light: colour(0.56, 0.16, 20), dark: colour(0.745, 0.135, 18) },
} as const satisfies Record<string, Record<ThemeName, Oklch>>;

export type TokenName = keyof typeof defaultTokens;
export type ThemeTokens = Record<TokenName, Oklch>;

/** Every colour of the pages, in both themes. */
export type Theme = Record<ThemeName, ThemeTokens>;

export function defaultTheme(): Theme {
  return { light: defaultsOf('light'), dark: defaultsOf('dark') };
}

function defaultsOf(theme: ThemeName): ThemeTokens {
  const entries = Object.entries(defaultTokens).map(([name, token]) => [name, { ...token[theme] }] as const);
  // Object.fromEntries forgets which names there are.
  return Object.fromEntries(entries) as ThemeTokens;
}
