// Line breaks and other controls, and the marks that make text run the other way than it is read.
const unruly = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Somebody's words on one line, at most `max` characters long, unable to break out of a header or to turn what follows. */
export function toOneLine(text: string, max: number): string {
  const line = text.toWellFormed().replace(unruly, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}

/** The same for words of several lines. */
export function toLines(text: string): string[] {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.toWellFormed().replace(unruly, ' ').trimEnd());
}
