import { contrast, fitIntoSrgb, type Oklch } from './colour-space.ts';
import type { ThemeName, ThemeTokens, TokenName } from './default-tokens.ts';

/** Smallest contrasts of WCAG 2.2: of text, and of large text, lines and marks. */
export const textContrast = 4.5;
export const shapeContrast = 3;

export const papers = ['surface', 'surface-raised', 'surface-sunken'] as const;
const washes = ['live-wash', 'bar', 'warn-wash', 'danger-wash'] as const;

export interface ReadablePair {
  front: TokenName;
  backs: readonly TokenName[];
  contrast: number;
}

/** Colours and their backgrounds, in the order in which they depend on each other. The same as in web/ui/tokens.test.ts. */
export const readablePairs: readonly ReadablePair[] = [
  { front: 'ink', backs: [...papers, ...washes], contrast: textContrast },
  { front: 'ink-soft', backs: [...papers, ...washes], contrast: textContrast },
  { front: 'live', backs: [...papers, 'live-wash'], contrast: textContrast },
  { front: 'warn', backs: [...papers, 'warn-wash'], contrast: textContrast },
  { front: 'danger', backs: [...papers, 'danger-wash'], contrast: textContrast },
  { front: 'action', backs: ['action-ink'], contrast: textContrast },
  { front: 'action-hover', backs: ['action-ink'], contrast: textContrast },
  { front: 'line-strong', backs: papers, contrast: shapeContrast },
  { front: 'focus', backs: papers, contrast: shapeContrast },
  { front: 'live-dot', backs: [...papers, 'live-wash'], contrast: shapeContrast },
  ...(['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5'] as const).map((front) => ({
    front,
    backs: ['surface-raised'] as const,
    contrast: shapeContrast,
  })),
];

/** Whether `front` has the contrast to all of `backs`. */
export function isReadable(front: Oklch, backs: readonly Oklch[], smallest: number): boolean {
  return backs.every((back) => contrast(front, back) >= smallest);
}

/**
 * The colour, or the nearest of its hue that has the contrast: darker in the light theme, lighter in the dark one.
 * Chroma is lost only where sRGB has less of it at that lightness.
 */
export function makeReadable(
  colour: Oklch,
  backs: readonly Oklch[],
  { theme, smallest }: { theme: ThemeName; smallest: number },
): Oklch {
  if (isReadable(colour, backs, smallest)) return colour;
  let [unreadable, readable] = [colour.l, theme === 'light' ? 0 : 1];
  while (Math.abs(unreadable - readable) > 0.0005) {
    const middle = (unreadable + readable) / 2;
    if (isReadable(fitIntoSrgb({ ...colour, l: middle }), backs, smallest)) readable = middle;
    else unreadable = middle;
  }
  // Rounding may have moved it back over the edge.
  const step = theme === 'light' ? -0.0005 : 0.0005;
  for (let l = readable; l > 0 && l < 1; l += step) {
    const fitted = fitIntoSrgb({ ...colour, l });
    if (isReadable(fitted, backs, smallest)) return fitted;
  }
  return fitIntoSrgb({ ...colour, l: theme === 'light' ? 0 : 1 });
}

/** Changes the lightness of what cannot be read on its backgrounds. */
export function makeAllReadable(tokens: ThemeTokens, theme: ThemeName): ThemeTokens {
  const fitted = { ...tokens };
  for (const { front, backs, contrast: smallest } of readablePairs) {
    const on = backs.map((back) => fitted[back]);
    fitted[front] = makeReadable(fitted[front], on, { theme, smallest });
  }
  return fitted;
}
