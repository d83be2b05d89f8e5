/** A script that a policy may allow: by its address, its nonce or its hash. */
export interface PolicyScript {
  url: URL;
  nonce: string | undefined;
  integrity: string | undefined;
}

export interface PolicyQuestion {
  /** The address of the page, which `'self'` means. */
  page: URL;
  script: PolicyScript;
  /** Where the script sends events. */
  endpoint: URL;
  /** The inline stub: its hash as in a policy, and its nonce. Undefined if the page has none. */
  stub: { hash: string; nonce: string | undefined } | undefined;
}

export interface PolicyAnswer {
  blocks: ('script' | 'connect' | 'stub')[];
  /** The directives that allow it. Empty if nothing is blocked. */
  line: string;
  /** The policy allows scripts by a nonce alone, which the element needs as well. */
  needsNonce: boolean;
}

type Directives = Map<string, string[]>;

/** Whether the policies of a page allow the tracking script, its requests and the stub. Every policy must. */
export function askPolicies(policies: readonly string[], question: PolicyQuestion): PolicyAnswer {
  const blocks = new Set<PolicyAnswer['blocks'][number]>();
  const lines = new Set<string>();
  let needsNonce = false;
  for (const policy of policies) {
    const directives = parsePolicy(policy);
    const answer = askPolicy(directives, question);
    for (const block of answer.blocks) blocks.add(block);
    if (answer.line !== '') lines.add(answer.line);
    needsNonce ||= answer.needsNonce;
  }
  return { blocks: [...blocks], line: [...lines].join('\n'), needsNonce };
}

/** The policies in a header: a proxy may have added its own after a comma. */
export const splitPolicies = (header: string | undefined): string[] =>
  (header ?? '').split(',').flatMap((policy) => (policy.trim() === '' ? [] : [policy]));

function parsePolicy(policy: string): Directives {
  const directives: Directives = new Map();
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // Browsers ignore a directive that was given before.
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

function askPolicy(directives: Directives, { page, script, endpoint, stub }: PolicyQuestion): PolicyAnswer {
  const blocks: PolicyAnswer['blocks'] = [];
  const changed: string[] = [];
  const scripts = findDirective(directives, ['script-src-elem', 'script-src', 'default-src']);
  const needed: string[] = [];
  if (scripts && !allowsScript(scripts.sources, script, page)) {
    blocks.push('script');
    needed.push(script.url.origin);
  }
  if (scripts && stub && !allowsInline(scripts.sources, stub)) {
    blocks.push('stub');
    needed.push(`'${stub.hash}'`);
  }
  if (scripts && needed.length > 0) changed.push(toLine(scripts, 'script-src', needed));
  const connections = findDirective(directives, ['connect-src', 'default-src']);
  if (connections && !connections.sources.some((source) => matchesSource(source, endpoint, page))) {
    blocks.push('connect');
    changed.push(toLine(connections, 'connect-src', [endpoint.origin]));
  }
  return {
    blocks,
    line: changed.join(' '),
    needsNonce: blocks.includes('script') && (scripts?.sources.includes("'strict-dynamic'") ?? false),
  };
}

interface Directive {
  name: string;
  sources: string[];
}

/** The first of these directives that the policy has: it alone decides. */
function findDirective(directives: Directives, names: string[]): Directive | undefined {
  const name = names.find((candidate) => directives.has(candidate));
  return name === undefined ? undefined : { name, sources: directives.get(name) ?? [] };
}

/** The directive with more sources. In place of `default-src`, which is about everything, the own one with the same. */
function toLine({ name, sources }: Directive, ownName: string, more: string[]): string {
  const kept = sources.filter((source) => source.toLowerCase() !== "'none'");
  return `${[name === 'default-src' ? ownName : name, ...kept, ...more].join(' ')};`;
}

const hasNonce = (sources: string[], nonce: string | undefined) =>
  nonce !== undefined && nonce !== '' && sources.includes(`'nonce-${nonce}'`);

function allowsScript(sources: string[], { url, nonce, integrity }: PolicyScript, page: URL): boolean {
  if (hasNonce(sources, nonce)) return true;
  if (integrity?.split(/\s+/).every((hash) => sources.includes(`'${hash}'`))) return true;
  // Addresses mean nothing next to it.
  if (sources.includes("'strict-dynamic'")) return false;
  return sources.some((source) => matchesSource(source, url, page));
}

function allowsInline(
  sources: string[],
  { hash, nonce }: { hash: string; nonce: string | undefined },
): boolean {
  if (hasNonce(sources, nonce) || sources.includes(`'${hash}'`)) return true;
  const isStrict = sources.some((source) => /^'(nonce-|sha\d+-|strict-dynamic')/.test(source));
  return !isStrict && sources.some((source) => source.toLowerCase() === "'unsafe-inline'");
}

const hostSource =
  /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*)(?::(\d+|\*))?(\/[^?#]*)?$/i;

/** Whether a source of a policy is about an address (https://www.w3.org/TR/CSP3/#match-url-to-source-expression). */
function matchesSource(source: string, url: URL, page: URL): boolean {
  const text = source.toLowerCase();
  if (text === '*') return /^(https?|wss?):$/.test(url.protocol);
  if (text === "'self'")
    return isAtLeast(page.protocol, url.protocol) && url.hostname === page.hostname && samePort(page, url);
  if (/^[a-z][a-z\d+.-]*:$/.test(text)) return isAtLeast(text, url.protocol);
  const [, scheme, host = '', port, path] = hostSource.exec(source) ?? [];
  if (host === '') return false;
  if (!isAtLeast(scheme === undefined ? page.protocol : `${scheme.toLowerCase()}:`, url.protocol))
    return false;
  return (
    matchesHost(host.toLowerCase(), url.hostname) && matchesPort(port, url) && matchesPath(path, url.pathname)
  );
}

/** Whether a source with one scheme allows another: https in place of http is always allowed. */
const isAtLeast = (given: string, used: string) => given === used || (given === 'http:' && used === 'https:');

const toPort = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80');
const samePort = (page: URL, url: URL) =>
  toPort(page) === toPort(url) || (toPort(page) === '80' && toPort(url) === '443');

function matchesHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

function matchesPort(port: string | undefined, url: URL): boolean {
  if (port === '*' || port === toPort(url)) return true;
  return port === undefined ? url.port === '' : port === '80' && toPort(url) === '443';
}

function matchesPath(path: string | undefined, given: string): boolean {
  if (path === undefined || path === '/') return true;
  return path.endsWith('/') ? given.startsWith(path) : given === path;
}
