import { z } from 'zod';
import { type AdminChange, adminChange } from '../../../contract/admin.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { readFrames } from './read-frames.ts';

const frame = /^event: (changed|ended)\ndata: (.*)$/;

/** Reads the administrators' live stream over a real connection. */
export class AdminStreamReader {
  readonly topics: string[] = [];
  readonly changes: AdminChange[] = [];
  hasEndFrame = false;
  isClosed = false;
  readonly #abort = new AbortController();

  static async open(base: string, cookie: string): Promise<AdminStreamReader> {
    const reader = new AdminStreamReader();
    const answer = await fetch(`${base}${apiPaths.adminLive}`, {
      headers: { cookie },
      signal: reader.#abort.signal,
    });
    if (answer.status !== 200 || !answer.body) {
      await answer.body?.cancel();
      throw new Error(`the stream was answered with ${answer.status}`);
    }
    void reader.#read(answer.body);
    return reader;
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    await readFrames(body, (part) => this.#handleFrame(part));
    this.isClosed = true;
  }

  #handleFrame(part: string): void {
    const [, name, data] = z.tuple([z.string(), z.string(), z.string()]).parse(frame.exec(part)?.slice(0, 3));
    if (name === 'ended') {
      this.hasEndFrame = true;
      return;
    }
    const change = adminChange.strict().parse(JSON.parse(data));
    this.changes.push(change);
    this.topics.push(...change.topics);
  }
}
