import type { ChildProcess } from 'node:child_process';
import { endChild, forkBenchProcess } from '../child-processes.ts';
import { allowOpenFiles } from '../open-files.ts';
import { type StreamLoadCommand, type StreamLoadReply, streamLoadReply } from './stream-load-messages.ts';

const processes = 2;
/** Open files of a process besides its streams. */
const otherFiles = 200;

interface Target {
  path: string;
  cookie: string;
}

/** Thousands of open portals, held by processes of their own. */
export class StreamLoad {
  readonly #children: ChildProcess[];
  #failure: Error | undefined;
  #isClosed = false;

  constructor() {
    this.#children = Array.from({ length: processes }, () => forkBenchProcess('load/crowd-process.ts'));
    for (const child of this.#children) {
      child.on('message', (message) => {
        const report = streamLoadReply.parse(message);
        if ('failure' in report) this.#failure ??= new Error(report.failure);
      });
      child.on('exit', () => {
        if (!this.#isClosed) this.#failure ??= new Error('a process of the crowd ended');
      });
    }
  }

  /** Resolves when each stream has its first frame. */
  async open(port: number, targets: Target[], maxMs: number): Promise<void> {
    const share = Math.ceil(targets.length / processes);
    await Promise.all(
      this.#children.map((child, index) => {
        allowOpenFiles(child.pid ?? 0, share + otherFiles);
        // In turn, because one address gets half of a company's places.
        const streams = targets.filter((_, at) => at % processes === index);
        // Each from an address of its own: between two addresses there are some 28,000 ports at most.
        const opening = { port, localAddress: `127.0.0.${index + 2}`, streams };
        return this.#ask(child, { open: opening }, 'opened', maxMs);
      }),
    );
  }

  /** Resolves when all are ready to see this many orders; what it hands back waits until all have. */
  async awaitOrders(orders: number, maxMs: number): Promise<{ reachedAt: Promise<number[]> }> {
    const reachedAt = Promise.all(this.#children.map((child) => this.#hear(child, 'reachedAt', maxMs))).then(
      (reports) => reports.flatMap((report) => ('reachedAt' in report ? report.reachedAt : [])),
    );
    // Whoever waits for it hears of a failure; the lines below hear of the same one first.
    reachedAt.catch(() => {});
    // Said before anything is changed: a word to a busy process may arrive after the change.
    await Promise.all(
      this.#children.map((child) => this.#ask(child, { awaitOrders: orders }, 'isWaiting', maxMs)),
    );
    return { reachedAt };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#children.map((child) => endChild(child, 'SIGKILL')));
  }

  /** Throws when a stream was lost since. */
  assertAllOpen(): void {
    if (this.#failure) throw this.#failure;
  }

  #ask(
    child: ChildProcess,
    order: StreamLoadCommand,
    answer: string,
    maxMs: number,
  ): Promise<StreamLoadReply> {
    const heard = this.#hear(child, answer, maxMs);
    child.send(order);
    return heard;
  }

  #hear(child: ChildProcess, answer: string, maxMs: number): Promise<StreamLoadReply> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(new Error(`no ${answer} after ${maxMs} ms`)), maxMs);
      const take = (message: unknown) => {
        const report = streamLoadReply.parse(message);
        if ('failure' in report) end(new Error(report.failure));
        else if (answer in report) end(report);
      };
      const end = (outcome: StreamLoadReply | Error) => {
        clearTimeout(timer);
        child.off('message', take);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
      child.on('message', take);
    });
  }
}
