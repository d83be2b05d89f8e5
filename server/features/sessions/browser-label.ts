import { UAParser } from 'ua-parser-js';

/** A browser's name for people, such as "Firefox on Windows". */
export function toBrowserLabel(userAgent: string): string {
  const { browser, os } = new UAParser(userAgent).getResult();
  return `${browser.name?.slice(0, 40) ?? 'A browser'} on ${os.name?.slice(0, 40) ?? 'an unknown system'}`;
}
