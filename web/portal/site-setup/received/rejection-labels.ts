import type { Company } from '../../../../contract/company/companies.ts';
import { companyListMax } from '../../../../contract/company/companies.ts';
import type { RejectedEvents } from '../../../../contract/company/rejected-events.ts';
import { otherValue } from '../../../../contract/constants.ts';
import { hasWww } from '../../../../contract/rules/domain.ts';
import { parseUrl } from '../../../../contract/rules/network/parse-url.ts';

/** Whether a host of the company's settings includes a host: `*.shop.example` is every host below shop.example. */
function includes(name: string, host: string): boolean {
  if (name.startsWith('*.')) return host.endsWith(`.${toAscii(name.slice(2))}`);
  const ascii = toAscii(name);
  return host === ascii || host === `www.${ascii}`;
}

/** The hosts of a company are shown in Unicode, those of rejected events in punycode. */
const toAscii = (name: string) => parseUrl(`http://${name}`)?.hostname ?? name;

/** Whether a host can be added to the company's hosts. */
export function isCountable(host: string, { hostNames }: Pick<Company, 'hostNames'>): boolean {
  return (
    host !== '' &&
    host !== otherValue &&
    hostNames.length < companyListMax.hostNames &&
    !hostNames.some((name) => includes(name, host))
  );
}

/** Whether the sender's host can be added to the company's hosts. */
export const isAddable = ({ reason, host }: RejectedEvents, company: Pick<Company, 'hostNames'>): boolean =>
  reason === 'origin-mismatch' && isCountable(host, company);

const withoutRemedy: ReadonlySet<RejectedEvents['reason']> = new Set(['bot', 'spam-referrer']);

/** Rejections that can be repaired first, each part in its order: bots and spam referrers are no fault of the site. */
export function toRepairableFirst(rejections: readonly RejectedEvents[]): RejectedEvents[] {
  const isRepairable = ({ reason }: RejectedEvents) => !withoutRemedy.has(reason);
  return [...rejections.filter(isRepairable), ...rejections.filter((rejection) => !isRepairable(rejection))];
}

/** Explains rejected events to the person who installs the tracking code: what happened and what to do. */
export function explainRejection(
  { reason, host, fromPage, agent, detail }: RejectedEvents,
  company: Pick<Company, 'displayDomain' | 'hostNames' | 'currency'>,
): { title: string; advice: string } {
  const { displayDomain: domain, hostNames, currency } = company;
  const own = hasWww(domain) ? [domain, `www.${domain}`] : [domain || "the company's domain"];
  const hosts = [...own, ...hostNames];
  const site = new Intl.ListFormat('en', { type: 'disjunction' }).format(hosts);
  const sender =
    (host === otherValue ? 'several other sites' : host) ||
    (fromPage ? 'a page without a host name' : agent || 'a server');
  switch (reason) {
    case 'origin-mismatch':
      return {
        title: `Events from ${sender} were rejected`,
        advice: host
          ? `${host === otherValue ? 'Their pages are' : 'The page is'} not on ${site}. Add its host in the company's settings, or paste the code only there.`
          : `The page is a local file or inside a sandboxed frame. Open it on ${site}.`,
      };
    case 'page-elsewhere':
      return {
        title: `Events about pages of another site were rejected`,
        advice: `The page address in them was not on ${site}. Report only pages of the company's own site, or add their host in the company's settings.`,
      };
    case 'spam-referrer':
      return {
        title: `Visits from a known spam referrer were rejected`,
        advice: 'Such visits are invented to advertise another site. There is nothing to do.',
      };
    case 'order-amount-too-large':
      return {
        title: `Orders from ${sender} were too large`,
        advice:
          "Their amounts are above the largest one that is accepted. If the shop has such orders, an administrator can raise the limit in the company's settings.",
      };
    case 'altered-repeat':
      return {
        title: `Events from ${sender} were sent again with other contents`,
        advice: 'Each event needs its own id. The first event with the id was counted, the others were not.',
      };
    case 'properties-left-out':
      return {
        title: `Events from ${sender} were counted without their properties`,
        advice:
          'The properties of a company may have so many bytes a day, and an address a share of them. Send fewer or shorter ones, or ask the operator to raise the limit.',
      };
    case 'bot':
      return fromPage
        ? {
            title: `Events from an automated browser on ${sender} were rejected`,
            advice: 'Crawlers and test tools are not visitors. There is nothing to do.',
          }
        : {
            title: `Events from ${sender} were rejected`,
            advice:
              "Crawlers and programs are not visitors. A shop's own server may report orders: send them without page views or sessions.",
          };
    case 'currency-mismatch':
      return {
        title: `Orders from ${sender} were rejected`,
        advice: `${detail || 'Their currency does not exist.'} Report a code such as ${currency}.`,
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
