import { RecentMap } from '../../../platform/recent-map.ts';

const tags = new RecentMap<{ tag: string | undefined }>(1_000);

/** Language, script and region of a language tag in their usual spelling: `en-gb` becomes `en-GB`. Undefined if it is invalid. */
export function toLanguage(sent: string | null | undefined): string | undefined {
  if (!sent) return undefined;
  const cached = tags.get(sent);
  if (cached) return cached.tag;
  const tag = normalize(sent);
  tags.set(sent, { tag });
  return tag;
}

function normalize(sent: string): string | undefined {
  try {
    const { language, script, region } = new Intl.Locale(sent);
    if (language === 'und') return undefined;
    return [language, script, region].filter((part) => part !== undefined).join('-');
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
