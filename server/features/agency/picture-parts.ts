import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AgencySettings } from '../../../contract/site/agency-settings.ts';
import { isRenamed, type MergedSettings, mergeSettings } from '../../../contract/site/merged-settings.ts';
import { defaultTypeface } from '../../../contract/site/typefaces.ts';

interface PictureSettings extends MergedSettings {
  settings: AgencySettings;
  /** The stored files. */
  logos: { light: unknown; dark: unknown };
}

/** Whether icons and all social pictures differ from the built ones. */
export function hasOwnLook(state: PictureSettings): boolean {
  const { accent, neutral, typeface = defaultTypeface } = state.settings.look ?? {};
  const { light, dark } = state.logos;
  return (
    isRenamed(state) ||
    [accent, neutral, light, dark].some((part) => part !== undefined) ||
    typeface !== defaultTypeface
  );
}

/** Whether the social picture of a page has other texts than the built one. */
export const hasOwnTexts = (state: MergedSettings, path: string): boolean =>
  !isDeepStrictEqual(listTexts(state)[path], usualTexts[path]);

/** Differs between settings whose icons or social pictures differ. Undefined while all of them are the built ones. */
export function toPicturesVersion(state: PictureSettings): string | undefined {
  const texts = listTexts(state);
  if (!hasOwnLook(state) && isDeepStrictEqual(texts, usualTexts)) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([state.settings.look, state.brand.name, texts]))
    .digest('base64url')
    .slice(0, 8);
}

/** The texts in titles and descriptions of pages that the agency can change, besides its name. All other pages have fixed ones. */
function listTexts({ brand, products }: MergedSettings): Record<string, readonly string[]> {
  return Object.fromEntries([
    ['/', [brand.tagline]],
    ...products.map(({ path, title, description }) => [path, [title, description]]),
  ]);
}

const usualTexts = listTexts(mergeSettings({}));
