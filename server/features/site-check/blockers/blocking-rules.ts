import { setImmediate } from 'node:timers/promises';

/** A list of a content blocker, in the syntax of Adblock Plus. */
export interface BlockList {
  fileName: string;
  /** Parts of its text, in their order. */
  parts: AsyncIterable<string> | Iterable<string>;
}

/** A request that the tracking code of a page makes. */
export interface TrackedRequest {
  url: URL;
  type: 'script' | 'xhr';
}

export interface BlockingRule {
  request: TrackedRequest;
  /** As the list has it. */
  rule: string;
  list: string;
}

export interface Comparison {
  /** The names of the lists. */
  lists: string[];
  /** At most one rule for each request. */
  blocking: BlockingRule[];
}

const ruleMax = 300;
/** Where lists name themselves. */
const titleLines = 30;
/** A download that failed is often a page, of which every line would be a rule. */
const firstLine = /^(!|\[Adblock)/i;

/** `FilterType.NETWORK`, a constant enumeration, which separately compiled files cannot name. */
const requestRule = 1;

type Engine = typeof import('@ghostery/adblocker');

/**
 * Which rules would stop the requests of a page. Each rule is read, compared and forgotten: an engine of all rules answers
 * faster, but lists with 160,000 rules of requests would keep 340 MB and block the process for three seconds.
 */
export async function findBlockingRules(
  lists: readonly BlockList[],
  page: URL,
  asked: readonly TrackedRequest[],
  signal?: AbortSignal,
): Promise<Comparison> {
  const engine = await import('@ghostery/adblocker');
  const requests = asked.map(({ url, type }) =>
    engine.Request.fromRawDetails({ url: url.href, sourceUrl: `${page.origin}/`, type }),
  );
  const names: string[] = [];
  /** The rules that concern one of the requests, with the names of their lists. */
  const concerned = new Map<string, string>();
  for (const list of lists) {
    let name = list.fileName;
    let count = 0;
    for await (const lines of readLines(list.parts, signal)) {
      if (count === 0 && !firstLine.test(lines[0] ?? '')) break;
      for (const line of lines) {
        if (count < titleLines) name = readTitle(line) ?? name;
        count += 1;
        if (concernsOne(engine, line, requests) && !concerned.has(line)) concerned.set(line, name);
      }
    }
    if (count > 0) names.push(name);
  }
  const small = engine.FiltersEngine.parse([...concerned.keys()].join('\n'), {
    ...{ debug: true, enableOptimizations: false, loadCosmeticFilters: false },
  });
  const blocking = asked.flatMap((request, at): BlockingRule[] => {
    const [asRequest] = requests.slice(at, at + 1);
    const { match, filter } = asRequest ? small.match(asRequest) : { match: false, filter: undefined };
    const rule = filter?.rawLine ?? '';
    return match ? [{ request, rule: rule.slice(0, ruleMax), list: concerned.get(rule) ?? '' }] : [];
  });
  return { lists: names, blocking };
}

/** Also exceptions, and rules that switch others off. Which of them wins is decided by the engine. */
function concernsOne(
  { NetworkFilter, detectFilterType }: Engine,
  line: string,
  requests: readonly InstanceType<Engine['Request']>[],
): boolean {
  if (detectFilterType(line) !== requestRule) return false;
  const rule = NetworkFilter.parse(line);
  return rule !== null && (rule.isBadFilter() || requests.some((request) => rule.match(request)));
}

const readTitle = (line: string): string | undefined => /^!\s*Title:\s*(\S.{0,79})/.exec(line)?.[1]?.trim();

/** The lines of each part that have a text. The process answers other requests between two parts. */
async function* readLines(parts: BlockList['parts'], signal?: AbortSignal): AsyncGenerator<string[]> {
  let rest = '';
  for await (const part of parts) {
    signal?.throwIfAborted();
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    const filled = trimLines(lines);
    if (filled.length > 0) yield filled;
    await setImmediate();
  }
  const last = trimLines([rest]);
  if (last.length > 0) yield last;
}

const trimLines = (lines: readonly string[]) =>
  lines.map((line) => line.trim()).filter((line) => line !== '');
