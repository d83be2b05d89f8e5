/**
 * The parsed URL; undefined for text that is none. Use this instead of `URL.canParse`, which in Node.js 20 refuses every
 * address with `ü` or another letter of Latin-1 once it has been called some thousand times (the compiled call reads
 * Latin-1 as UTF-8).
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
