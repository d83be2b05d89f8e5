import type { Company } from '../../contract/companies.ts';
import type { RefusedEvents } from '../../contract/refused-events.ts';

/** What happened, and what it means and asks for, in words for somebody who installs the code. */
export function explainRefusal(
  { reason, host, fromPage, agent, detail }: RefusedEvents,
  { displayDomain: domain, currency }: Pick<Company, 'displayDomain' | 'currency'>,
): { title: string; advice: string } {
  const site = domain ? `${domain} or www.${domain}` : "the company's domain";
  const sender = host || (fromPage ? 'a page without a host name' : agent || 'a server');
  switch (reason) {
    case 'origin-mismatch':
      return {
        title: `Events from ${sender} were refused`,
        advice: host
          ? `The page is not on ${site}. Change the company's domain, or paste the code only there.`
          : `The page is a local file or inside a sandboxed frame. Open it on ${site}.`,
      };
    case 'bot':
      return fromPage
        ? {
            title: `Events from an automated browser on ${sender} were refused`,
            advice: 'Crawlers and test tools are not visitors. There is nothing to do.',
          }
        : {
            title: `Events from ${sender} were refused`,
            advice:
              "Crawlers and programs are not visitors. A shop's own server may report orders: send them without page views or sessions.",
          };
    case 'currency-mismatch':
      return {
        title: `Orders from ${sender} were refused`,
        advice: `They were in another currency. Report amounts in ${currency}, the currency of this company.`,
      };
    case 'invalid-request':
      return {
        title: `Events from ${sender} were not valid`,
        advice: detail
          ? `Problem with the last one: ${detail}. Correct it where the event is sent.`
          : 'Correct them where they are sent.',
      };
  }
}
