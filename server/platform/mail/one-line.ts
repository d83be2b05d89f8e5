// Line breaks, other control characters, and marks that change the direction of text.
const controlCharacters = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Untrusted text on one line of at most `max` characters. Cannot add headers or reverse the text after it. */
export function toOneLine(text: string, max: number): string {
  const line = text.toWellFormed().replace(controlCharacters, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}

/** The same for text of several lines. */
export function toLines(text: string): string[] {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.toWellFormed().replace(controlCharacters, ' ').trimEnd());
}
