import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BlockingRule,
  type BlockList,
  type Comparison,
  findBlockingRules,
  type TrackedRequest,
} from './blocking-rules.ts';

export type BlockerAnswer =
  | { is: 'compared'; lists: string[]; blocking: BlockingRule[] }
  | { is: 'unknown'; reason: 'no-lists' | 'address-too-long' | 'failed' };

interface BlockListsOptions {
  /** The text files in it are the lists. It does not have to exist. */
  folder: string;
  onError: (error: unknown) => void;
}

/** Larger lists are left out. EasyList and EasyPrivacy have 5 MB together. */
const bytesMax = 32_000_000;
const filesMax = 20;
/** The process works on one part at a time, for a few milliseconds. */
const partBytes = 16_384;
/** Pages choose these addresses, and the work grows with them. */
const addressMax = 2_000;

/** Compares requests with the lists of content blockers that an operator installed, one page at a time. */
export class BlockLists {
  readonly #options: BlockListsOptions;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: BlockListsOptions) {
    this.#options = options;
  }

  async compare(page: URL, asked: readonly TrackedRequest[], signal: AbortSignal): Promise<BlockerAnswer> {
    if (asked.some(({ url }) => url.href.length > addressMax))
      return { is: 'unknown', reason: 'address-too-long' };
    const turn = this.#last.then(() => this.#compareNow(page, asked, signal));
    this.#last = turn.catch(() => undefined);
    try {
      const { lists, blocking } = await turn;
      if (lists.length === 0) return { is: 'unknown', reason: 'no-lists' };
      return { is: 'compared', lists, blocking };
    } catch (error) {
      if (!signal.aborted) this.#options.onError(error);
      return { is: 'unknown', reason: 'failed' };
    }
  }

  async #compareNow(page: URL, asked: readonly TrackedRequest[], signal: AbortSignal): Promise<Comparison> {
    signal.throwIfAborted();
    const lists = await openLists(this.#options.folder);
    // Without lists the engine is not even loaded.
    if (lists.length === 0) return { lists: [], blocking: [] };
    return findBlockingRules(lists, page, asked, signal);
  }
}

async function openLists(folder: string): Promise<BlockList[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const lists: BlockList[] = [];
  let bytes = 0;
  const texts = names.filter((name) => name.endsWith('.txt')).sort();
  for (const fileName of texts.slice(0, filesMax)) {
    const path = join(folder, fileName);
    const file = await stat(path);
    if (!file.isFile() || bytes + file.size > bytesMax) continue;
    bytes += file.size;
    lists.push({ fileName, parts: readParts(path, file.size) });
  }
  return lists;
}

/** Opened when it is its turn. */
async function* readParts(path: string, size: number): AsyncGenerator<string> {
  if (size === 0) return;
  for await (const part of createReadStream(path, {
    encoding: 'utf8',
    end: size - 1,
    highWaterMark: partBytes,
  }))
    yield String(part);
}
