/** A person cannot open a page and fill in its form faster. */
const openSecondsMin = 2;
const linksMax = 3;

const link = /https?:\/\/|\bwww\.|\[url[=\]]/gi;

interface SubmittedForm {
  /** The honeypot field. */
  website?: string | undefined;
  openSeconds?: number | undefined;
  name: string;
  /** All other fields as one text. */
  text: string;
}

/**
 * Why a message is suspected to be spam, as text for the inbox; undefined if it is not. A missing `website` or
 * `openSeconds` is not suspicious, so that browsers that do not send them lose no messages.
 */
export function findSpamReason({ website, openSeconds, name, text }: SubmittedForm): string | undefined {
  if (website) return 'a hidden field was filled in';
  if (openSeconds !== undefined && openSeconds < openSecondsMin) {
    return `sent ${openSeconds.toFixed(1)} seconds after the page was opened`;
  }
  if (countLinks(name) > 0) return 'a link for a name';
  const links = countLinks(text);
  return links > linksMax ? `${links} links` : undefined;
}

function countLinks(text: string): number {
  return text.match(link)?.length ?? 0;
}
