// Swedish dates have the form of ISO 8601.
const wallClock = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });

/** The date of a moment in a zone, such as `2026-11-20`. */
export const toDateIn = (at: number, timeZone: string): string => wallClock(timeZone).format(at).slice(0, 10);

/** The last second of a date in a zone. */
export function toEndOfDay(date: string, timeZone: string): string {
  const format = wallClock(timeZone);
  const asUtc = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
  const wanted = Date.parse(`${date}T23:59:59Z`);
  // The offset of the zone may change between the first guess and the moment itself.
  const guess = wanted - (asUtc(wanted) - wanted);
  return new Date(guess - (asUtc(guess) - wanted)).toISOString();
}
