/**
 * Names that browsers with an older time zone database still report, and their current names. PostgreSQL of some
 * distributions no longer knows the old ones. Source: the `backward` file of the IANA time zone database.
 */
const currentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/**
 * Regions of the IANA database. Without the names outside of them (`EST`, `SystemV/AST4`), which not every database
 * knows, and `Etc/GMT+5`, whose sign is the opposite of what people expect.
 */
const zoneName =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[\w+/-]+$/;

export const invalidTimeZone = 'Please choose a time zone such as Europe/London.';
const timeZoneMax = 64;

const toCurrentName = (known: string) => currentNames[known] ?? known;

/** The name under which a time zone is stored: an IANA name, or `UTC`. Undefined if there is no such time zone. */
export function toTimeZone(entered: string): string | undefined {
  const name = entered.trim();
  if (name === '' || name.length > timeZoneMax) return undefined;
  let known: string;
  try {
    // Corrects the case and replaces links such as `US/Eastern`.
    known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
  const current = toCurrentName(known);
  // Engines differ in the name they report for UTC.
  if (['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT'].includes(current)) return 'UTC';
  return zoneName.test(current) ? current : undefined;
}

/** The names of all time zones a browser or a server knows, as they are stored, in alphabetical order; `UTC` is first. */
export function listTimeZoneNames(): string[] {
  // Not with `toTimeZone`, which needs a fifth of a second for the whole list.
  const names = Intl.supportedValuesOf('timeZone')
    .map(toCurrentName)
    .filter((name) => zoneName.test(name));
  return ['UTC', ...[...new Set(names)].sort()];
}

/** The earlier name of a time zone, by which people may look for it. */
export const findEarlierName = (name: string): string | undefined =>
  Object.keys(currentNames).find((earlier) => currentNames[earlier] === name);
