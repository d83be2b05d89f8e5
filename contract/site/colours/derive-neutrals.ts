import { fitIntoSrgb, hueDistance, type Oklch } from './colour-space.ts';
import { defaultTokens, type ThemeTokens, type TokenName } from './default-tokens.ts';

const backgrounds: readonly TokenName[] = [
  'surface',
  'surface-raised',
  'surface-sunken',
  'line',
  'action-ink',
];
const inks: readonly TokenName[] = ['ink', 'ink-soft', 'line-strong', 'action'];

/** The default greys from dark to light: a chosen one is compared with the default one of its lightness. */
const ramp = (['ink', 'ink-soft', 'line-strong', 'line', 'surface'] as const).map(
  (name) => defaultTokens[name].light,
);

/**
 * The neutral colours in the hue of the chosen one, and as much more or less colourful than the defaults as it is. Its
 * lightness does not matter: backgrounds stay light, and text stays dark.
 */
export function deriveNeutrals(defaults: ThemeTokens, neutral: Oklch): ThemeTokens {
  const strength = neutral.c / usualChroma(neutral.l);
  // With the same chroma, a dark yellow looks far more colourful than the dark blue of the defaults.
  const mostOfDark = 1.4 - (0.8 * hueDistance(neutral.h, defaultTokens.ink.light.h)) / 180;
  const tokens = { ...defaults };
  for (const name of [...backgrounds, ...inks]) {
    const { l, c } = defaults[name];
    const most = l < 0.5 ? mostOfDark : backgrounds.includes(name) ? 3 : 1.4;
    tokens[name] = fitIntoSrgb({ l, c: c * Math.min(strength, most), h: neutral.h });
  }
  return tokens;
}

function usualChroma(lightness: number): number {
  const above = ramp.findIndex(({ l }) => l >= lightness);
  const upper = ramp[above === -1 ? ramp.length - 1 : above];
  const lower = ramp[above === -1 ? ramp.length - 1 : Math.max(0, above - 1)];
  if (!upper || !lower) throw new Error('the ramp of greys is empty');
  if (upper.l === lower.l) return upper.c;
  return lower.c + ((upper.c - lower.c) * (lightness - lower.l)) / (upper.l - lower.l);
}
