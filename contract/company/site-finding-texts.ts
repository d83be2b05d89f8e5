import type { SiteFinding, SiteFindingCode } from './site-check.ts';

type Details = SiteFinding['details'];

interface FindingText {
  title: string;
  /** The meaning, and what to do. */
  advice: string;
}

/** The failures of a fetch, by their codes. A number is the status of an answer. */
const failures: Record<string, string> = {
  'address-invalid': 'its address is not valid',
  'scheme-not-allowed': 'a redirect leads to an address that is not a web page',
  'port-not-allowed': 'its port is not 80 or 443; an operator can allow it with SITE_CHECK_ALLOW',
  'credentials-in-address': 'a redirect contains a user name',
  'name-unknown': 'the name servers do not know its name',
  'not-public':
    'its address belongs to a private network, which visitors of the internet do not reach either; an operator can allow it with SITE_CHECK_ALLOW',
  'too-many-redirects': 'it redirects more than five times',
  'no-connection': 'its server does not answer, or ends the connection',
  'certificate-invalid': 'its certificate is not valid for this name',
  'answer-invalid': 'its answer is not valid HTTP',
  'too-slow': 'it did not answer within ten seconds',
  'too-large': 'it has more than 2 MB',
  'wrong-type': 'it is not an HTML page',
};

const explainFailure = (failure = '') =>
  /^\d+$/.test(failure)
    ? `it answers with the status ${failure}`
    : (failures[failure] ?? 'it cannot be loaded');

const blockedParts: Record<string, string> = {
  script: 'the script',
  connect: 'its requests',
  stub: 'the first line of the code',
};
const list = new Intl.ListFormat('en');

const nameParts = (parts: string) => list.format(parts.split(' ').map((part) => blockedParts[part] ?? part));

const explainPolicy = ({ blocks = '', needsNonce }: Details) =>
  needsNonce
    ? 'The policy allows scripts by a nonce. Give both script elements of the tracking code the nonce of the page, and use these directives:'
    : `The Content-Security-Policy of the page keeps ${nameParts(blocks)} from working. Use these directives in their place:`;

const otherAddress = 'an own address or a path of the site itself';

/** A rule that names a host stops every name on it; others stop a name on every host, or on those of other sites. */
function explainRemedy(rule = ''): string {
  if (rule.startsWith('||')) return `It names a host: load the script from ${otherAddress}.`;
  const names = 'An operator can choose other names with TRACKING_SCRIPT_PATH and TRACKING_ENDPOINT_PATH.';
  return /[$,](third-party|3p)\b/.test(rule)
    ? `${names} Loading the script from ${otherAddress} also helps.`
    : names;
}

const notCompared: Record<string, string> = {
  'no-lists':
    'No lists of content blockers are installed, so it is not known whether they stop the script. An operator can put some into DATA_DIR/block-lists.',
  'address-too-long': 'The address of the script is too long to be compared.',
  failed: 'The lists of content blockers could not be read. The log of the server has the reason.',
};

/** The sentences of every finding. */
const texts: { [Code in SiteFindingCode]: (details: Details) => FindingText } = {
  'page-unreachable': ({ failure, url }) => ({
    title: 'The page could not be loaded',
    advice: `${url ?? 'The page'}: ${explainFailure(failure)}.`,
  }),
  'page-status': ({ status }) => ({
    title: `The page answers with the status ${status}`,
    advice: 'Check the address. A site that asks for a password, or keeps programs out, cannot be checked.',
  }),
  'page-elsewhere': ({ host }) => ({
    title: `The site has moved to ${host}`,
    advice:
      'The page redirects to this host, whose events are rejected. If it belongs to the company, count it too.',
  }),
  'tag-missing': ({ mayBeAddedLater }) => ({
    title: 'The page has no tracking code',
    advice: mayBeAddedLater
      ? 'The scripts of the page may add it later, which a check cannot see. No event has arrived in the last two days, so it is probably missing.'
      : 'Copy the code into the head of every page of the site.',
  }),
  'tag-wrong-company': ({ found }) => ({
    title: 'The page has the code of another company',
    advice: `Its events count for the company ${found}. Replace it with the code above.`,
  }),
  'tag-without-company': () => ({
    title: 'The code of the page names no company',
    advice: 'The attribute data-company is missing. Replace it with the code above.',
  }),
  'csp-blocks': (details) => ({
    title: 'The page blocks the tracking script',
    advice: explainPolicy(details),
  }),
  'csp-blocks-stub': (details) => ({
    title: 'The page blocks the first line of the code',
    advice: `Page views are counted. Orders and events that the page reports before the script runs are lost. ${explainPolicy(details)}`,
  }),
  'script-unreachable': ({ url, failure }) => ({
    title: 'The tracking script cannot be loaded',
    advice: `${url}: ${explainFailure(failure)}. Check the proxy if the code names a path of the site itself.`,
  }),
  'script-foreign': ({ url }) => ({
    title: 'The address of the tracking script answers with something else',
    advice: `${url} is not the tracking script. Check the proxy, or copy the code above again.`,
  }),
  'mixed-content': ({ url }) => ({
    title: 'Browsers refuse the script',
    advice: `The page is under https, and the script is not: ${url}. Copy the code above again.`,
  }),
  'blocker-blocks': ({ blocks = '', rule, list: source }) => ({
    title: 'Content blockers stop the tracking script',
    advice: `The rule ${rule} of ${source} blocks ${nameParts(blocks)}: visitors with such a blocker are not counted. ${explainRemedy(rule)}`,
  }),
  'blocker-unknown': ({ reason }) => ({
    title: 'Not compared with content blockers',
    advice: notCompared[reason ?? ''] ?? 'The comparison failed.',
  }),
  'tag-unseen': ({ manager, isReceiving }) => ({
    title: 'The code is not in the page itself',
    advice: `${manager ? `The page loads ${manager}, and a check cannot see inside its container.` : 'A script of the page adds it, or other pages have it.'} ${
      isReceiving === 'yes'
        ? 'Events are arriving, so it works.'
        : 'No event has arrived in the last two days: check that the container has the code and is published.'
    }`,
  }),
  'tag-twice': ({ count }) => ({
    title: `The page has the code ${count} times`,
    advice: 'Only the first one counts. Remove the others.',
  }),
  'tag-in-body': () => ({
    title: 'The code is in the body of the page',
    advice: 'It works there. In the head it starts sooner and counts short visits, too.',
  }),
  'tag-waits-for-consent': ({ tool }) => ({
    title: 'The script waits for consent',
    advice: `${tool ?? 'A consent tool'} runs it only after a visitor agrees, so all others are not counted. With data-storage="off" the script stores nothing in the browser; ask your adviser whether it needs consent then.`,
  }),
  'tag-delayed': ({ by }) => ({
    title: `${by} delays the script`,
    advice:
      'It runs only after a visitor moves or clicks, so short visits are not counted. Exclude the script in its settings.',
  }),
  'consent-tool': ({ tool }) => ({
    title: `The page uses ${tool}`,
    advice: 'Check that it does not block the tracking script. A check cannot see its settings.',
  }),
  'version-old': ({ version, newest }) => ({
    title: `The page uses the frozen release ${version}`,
    advice: `The newest one is ${newest}. Copy the new code when you next change the site.`,
  }),
  'hash-routing-off': () => ({
    title: 'Links lead to fragments of the address',
    advice:
      'Pages such as #/pricing count as one page. An administrator can count them separately in the settings of the company.',
  }),
  'orders-missing': () => ({
    title: 'No order was reported in the last 30 days',
    advice: 'The site looks like a shop. The page "Server and shop" shows how it reports its orders.',
  }),
  'tag-found': ({ place }) => ({
    title: 'The tracking code is on the page',
    advice: place === 'head' ? 'It is in the head.' : 'It was found in the body.',
  }),
  'csp-allows': () => ({
    title: 'The Content-Security-Policy allows the script',
    advice: 'Script and requests are both allowed.',
  }),
  'script-reachable': ({ url }) => ({ title: 'The tracking script can be loaded', advice: `${url}` }),
  'blocker-allows': ({ lists = '' }) => ({
    title: 'The lists of content blockers let the script through',
    advice: `Compared with ${list.format(lists.split('\n'))}. Blockers with other lists can still stop it.`,
  }),
  'version-current': ({ version, follows }) => ({
    title: 'The script is current',
    advice:
      follows === 'yes' ? `The page follows updates: ${version}.` : `It is the newest release: ${version}.`,
  }),
  'route-changes-seen': ({ by }) => ({
    title: 'Navigation without loading a page is counted',
    advice:
      by === 'history'
        ? 'The script sees every change of the address.'
        : 'Pages in the fragment count separately.',
  }),
  'orders-from-pages': ({ count }) => ({
    title: 'Orders arrive from pages of the site',
    advice: `${count} in the last 30 days.`,
  }),
  'orders-from-servers': ({ count }) => ({
    title: 'Orders arrive from the shop’s server',
    advice: `${count} in the last 30 days.`,
  }),
};

export const explainFinding = ({ code, details }: SiteFinding): FindingText => texts[code](details);
