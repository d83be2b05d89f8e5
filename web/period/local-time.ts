// Swedish dates have the form of ISO 8601.
const formats = new Map<string, Intl.DateTimeFormat>();

function isoFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** The date and time of a wall clock in the zone, such as `2026-11-20T15:00`. `at` is in milliseconds since 1970. */
export const toLocalTime = (at: number, timeZone: string) => isoFormat(timeZone).format(at).replace(' ', 'T');

export const toLocalDate = (at: number, timeZone: string) => toLocalTime(at, timeZone).slice(0, 10);
