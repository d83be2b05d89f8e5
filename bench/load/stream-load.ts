import type { ChildProcess } from 'node:child_process';
import { endChild, forkBenchProcess } from '../child-processes.ts';
import { allowOpenFiles } from '../open-files.ts';
import { type StreamLoadCommand, type StreamLoadReply, streamLoadReply } from './stream-load-messages.ts';

const processes = 2;
/** Open files of a process other than its streams. */
const otherFiles = 200;

interface Target {
  path: string;
  cookie: string;
}

/** Thousands of open portals, held by separate processes. */
export class StreamLoad {
  readonly #children: ChildProcess[];
  #failure: Error | undefined;
  #isClosed = false;

  constructor() {
    this.#children = Array.from({ length: processes }, () => forkBenchProcess('load/stream-load-process.ts'));
    for (const child of this.#children) {
      child.on('message', (message) => {
        const report = streamLoadReply.parse(message);
        if ('failure' in report) this.#failure ??= new Error(report.failure);
      });
      child.on('exit', () => {
        if (!this.#isClosed) this.#failure ??= new Error('a process of the stream load exited');
      });
    }
  }

  /** Resolves when every stream has its first frame. */
  async open(port: number, targets: Target[], maxMs: number): Promise<void> {
    const share = Math.ceil(targets.length / processes);
    await Promise.all(
      this.#children.map((child, index) => {
        allowOpenFiles(child.pid ?? 0, share + otherFiles);
        // Distributed in turn, because one address may open half of a company's streams.
        const streams = targets.filter((_, at) => at % processes === index);
        // Each process uses another address: between two addresses there are only some 28,000 ports.
        const opening = { port, localAddress: `127.0.0.${index + 2}`, streams };
        return this.#send(child, { open: opening }, 'opened', maxMs);
      }),
    );
  }

  /** Resolves when all processes await a further revision; `reachedAt` resolves when all streams received one. */
  async awaitChange(maxMs: number): Promise<{ reachedAt: Promise<number[]> }> {
    const reachedAt = Promise.all(
      this.#children.map((child) => this.#waitFor(child, 'reachedAt', maxMs)),
    ).then((reports) => reports.flatMap((report) => ('reachedAt' in report ? report.reachedAt : [])));
    // The calls below fail with the same error first.
    reachedAt.catch(() => {});
    // Confirmed before anything changes: a message to a busy process may arrive after the change.
    await Promise.all(
      this.#children.map((child) => this.#send(child, { awaitChange: true }, 'isWaiting', maxMs)),
    );
    return { reachedAt };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#children.map((child) => endChild(child, 'SIGKILL')));
  }

  /** Throws if a stream has been lost. */
  assertAllOpen(): void {
    if (this.#failure) throw this.#failure;
  }

  #send(
    child: ChildProcess,
    command: StreamLoadCommand,
    answer: string,
    maxMs: number,
  ): Promise<StreamLoadReply> {
    const received = this.#waitFor(child, answer, maxMs);
    child.send(command);
    return received;
  }

  #waitFor(child: ChildProcess, answer: string, maxMs: number): Promise<StreamLoadReply> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(new Error(`no ${answer} after ${maxMs} ms`)), maxMs);
      const onMessage = (message: unknown) => {
        const report = streamLoadReply.parse(message);
        if ('failure' in report) end(new Error(report.failure));
        else if (answer in report) end(report);
      };
      const end = (outcome: StreamLoadReply | Error) => {
        clearTimeout(timer);
        child.off('message', onMessage);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
      child.on('message', onMessage);
    });
  }
}
