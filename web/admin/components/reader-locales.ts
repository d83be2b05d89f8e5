import { toDateFormat, toDisplayNames, toNumberFormat } from '../../../contract/rules/locale/intl-formats.ts';

const common = [
  ...['en-GB', 'en-US', 'en-CA', 'en-AU', 'en-IE', 'en-IN'],
  ...['de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-BE', 'fr-CA', 'fr-CH', 'it-IT', 'it-CH'],
  ...['es-ES', 'es-MX', 'pt-PT', 'pt-BR', 'nl-NL', 'nl-BE', 'da-DK', 'sv-SE', 'nb-NO', 'fi-FI'],
  ...['pl-PL', 'cs-CZ', 'sk-SK', 'hu-HU', 'ro-RO', 'bg-BG', 'hr-HR', 'sl-SI', 'el-GR', 'tr-TR'],
  ...['et-EE', 'lv-LV', 'lt-LT', 'uk-UA', 'he-IL', 'ja-JP', 'ko-KR', 'zh-CN', 'zh-TW'],
];

/** Such as "German (Switzerland)". */
export const localeName = (tag: string): string =>
  toDisplayNames(['en-GB'], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag;

/** The common language tags by name, and the given ones. */
export function listLocales(...more: string[]): { value: string; label: string }[] {
  return [...new Set([...common, ...more])]
    .map((value) => ({ value, label: localeName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** The tag of the browser, with its country; British English for one that names none. */
export function browserLocale(): string {
  const tag = navigator.languages.find((each) => common.includes(each)) ?? navigator.language;
  return tag.includes('-') ? tag : (common.find((each) => each.startsWith(`${tag}-`)) ?? 'en-GB');
}

/** A number and a day as a tag writes them. */
export function localeSample(tag: string): string {
  const number = toNumberFormat([tag], { minimumFractionDigits: 2 }).format(1234.5);
  const day = toDateFormat([tag], { dateStyle: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 9, 31));
  return `${number} · ${day}`;
}
