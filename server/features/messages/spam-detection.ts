/** Nobody opens a page and fills its form in faster, even with everything in the clipboard. */
const fastestSeconds = 2;
const linksMax = 3;

const link = /https?:\/\/|\bwww\.|\[url[=\]]/gi;

interface Signs {
  /** What is in the field that people do not see. */
  website?: string | undefined;
  openSeconds?: number | undefined;
  name: string;
  /** Everything written, as one text. */
  words: string;
}

/**
 * Why somebody is suspected to be a robot, in words for the inbox; undefined for everybody else. A sign
 * that was not sent suspects nobody: a browser that withholds it must not lose its visitor's letter.
 */
export function findSpamReason({ website, openSeconds, name, words }: Signs): string | undefined {
  if (website) return 'a hidden field was filled in';
  if (openSeconds !== undefined && openSeconds < fastestSeconds) {
    return `sent ${openSeconds.toFixed(1)} seconds after the page was opened`;
  }
  if (countLinks(name) > 0) return 'a link for a name';
  const links = countLinks(words);
  return links > linksMax ? `${links} links` : undefined;
}

function countLinks(text: string): number {
  return text.match(link)?.length ?? 0;
}
