import type { CSSProperties } from 'react';
import { toHex } from '../../../../contract/site/colours/colour-space.ts';
import type { ThemeName, ThemeTokens } from '../../../../contract/site/colours/default-tokens.ts';

/** The colours of one theme for everything inside an element. */
export function toTokenStyle(tokens: ThemeTokens, theme: ThemeName): CSSProperties {
  const variables = Object.entries(tokens).map(([name, colour]) => [`--${name}`, toHex(colour)]);
  return { colorScheme: theme, ...Object.fromEntries(variables) };
}
