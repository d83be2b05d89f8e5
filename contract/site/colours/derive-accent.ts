import { fitIntoSrgb, hueDistance, type Oklch } from './colour-space.ts';
import { defaultTokens, type ThemeName, type ThemeTokens, type TokenName } from './default-tokens.ts';
import { isReadable, makeReadable, papers, shapeContrast, textContrast } from './readable-pairs.ts';

/** Below it a colour has no hue that anything else could be mistaken for. */
const smallestChroma = 0.04;
/** Colours that mean different things differ by these many degrees of hue. */
const statusDistance = 28;
const chartDistance = 32;

/** The accent colours in the hue of the chosen one, and everything that could be mistaken for it in another hue. */
export function deriveAccent(defaults: ThemeTokens, theme: ThemeName, accent: Oklch): ThemeTokens {
  const tokens = { ...defaults };
  // A pale or grey accent makes pale or grey washes, and a dark one would look candy-coloured in a wash.
  const usual = defaultTokens['live-dot'].light;
  const strength = Math.min(1.4, accent.c / usual.c) * Math.min(1, accent.l / usual.l);
  for (const name of ['live-wash', 'bar', 'action-hover'] as const) {
    const { l, c } = defaults[name];
    tokens[name] = fitIntoSrgb({ l, c: c * strength, h: accent.h });
  }
  const backs = [...papers, 'live-wash' as const].map((name) => tokens[name]);
  const base = theme === 'light' ? fitIntoSrgb(accent) : toDarkAccent(accent, backs);
  tokens.live = makeReadable(base, backs, { theme, smallest: textContrast });
  const shape = makeReadable(base, backs, { theme, smallest: shapeContrast });
  for (const name of ['live-dot', 'focus', 'chart-1'] as const) tokens[name] = shape;
  return accent.c < smallestChroma ? tokens : separateHues(tokens, theme, accent.h);
}

/** On dark backgrounds, a dark colour would only just be visible: it becomes as light as the default accent. */
function toDarkAccent(accent: Oklch, backs: readonly Oklch[]): Oklch {
  const asChosen = fitIntoSrgb(accent);
  if (isReadable(asChosen, backs, shapeContrast)) return asChosen;
  return fitIntoSrgb({ ...accent, l: Math.min(0.83, Math.max(0.7, accent.l + 0.22)) });
}

function separateHues(tokens: ThemeTokens, theme: ThemeName, accentHue: number): ThemeTokens {
  // As long as danger stays red and a warning yellow or brown.
  const danger = moveAway(defaultTokens.danger[theme].h, accentHue, { from: -12, to: 48 });
  turn(tokens, ['danger', 'danger-wash'], danger - defaultTokens.danger[theme].h);
  const warn = moveAway(defaultTokens.warn[theme].h, accentHue, { from: 60, to: 100 });
  turn(tokens, ['warn', 'warn-wash'], warn - defaultTokens.warn[theme].h);

  const near = (['chart-2', 'chart-3', 'chart-4', 'chart-5'] as const)
    // The hues of the light theme decide for both, so that a line of a chart has one colour.
    .map((name) => ({ name, distance: hueDistance(defaultTokens[name].light.h, accentHue) }))
    .filter(({ distance }) => distance < chartDistance)
    .sort((a, b) => a.distance - b.distance);
  for (const [place, { name, distance }] of near.entries()) {
    // The hue of the default accent is free now. An accent between two others pushes the second one aside.
    if (place === 0) tokens[name] = defaultTokens['chart-1'][theme];
    else
      turn(
        tokens,
        [name],
        (chartDistance - distance) * directionFrom(accentHue, defaultTokens[name].light.h),
      );
  }
  return tokens;
}

/** The hue nearest to the usual one that is far enough from the accent, or the farthest that is allowed. */
function moveAway(usual: number, accentHue: number, { from, to }: { from: number; to: number }): number {
  if (hueDistance(usual, accentHue) >= statusDistance) return usual;
  const hues = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const distant = hues.filter((hue) => hueDistance(hue, accentHue) >= statusDistance);
  const distanceTo = (hue: number) => Math.abs(hue - usual);
  const [nearest] = distant.sort((a, b) => distanceTo(a) - distanceTo(b));
  if (nearest !== undefined) return nearest;
  return hueDistance(from, accentHue) > hueDistance(to, accentHue) ? from : to;
}

function turn(tokens: ThemeTokens, names: readonly TokenName[], degrees: number): void {
  if (degrees === 0) return;
  for (const name of names) {
    tokens[name] = fitIntoSrgb({ ...tokens[name], h: (tokens[name].h + degrees + 360) % 360 });
  }
}

/** 1 if the way from `from` to `to` is clockwise, else -1. */
const directionFrom = (from: number, to: number) => ((to - from + 540) % 360 >= 180 ? 1 : -1);
