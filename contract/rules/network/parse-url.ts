/**
 * The parsed URL; undefined for text that is not a URL. Use this instead of `URL.canParse`: in Node.js 20 it refuses
 * addresses with `ü`, `é` and the like once it has been called some thousand times, because its compiled form reads
 * Latin-1 as UTF-8.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
