import { z } from 'zod';
import { type LiveFigures, type LiveFrame, liveFigures, liveFrame } from '../../../contract/live.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { repeatWhileBusy } from '../requests/repeat-while-busy.ts';
import { readFrames } from './read-frames.ts';

export type Frame = { is: 'snapshot' | 'change'; data: LiveFrame } | { is: 'end' };

const named = z.enum(['snapshot', 'change', 'figures', 'access-changed']);

/** Reads a portal's live stream over a real connection. Every frame is parsed with the contract. */
export class PortalStreamReader {
  readonly frames: Frame[] = [];
  /** The figures of the view, apart from the frames. */
  readonly figures: (LiveFigures | null)[] = [];
  /** How often the stream said that the viewer's access has changed. */
  accessChanges = 0;
  readonly #abort = new AbortController();
  readonly #waiting = new Set<() => void>();

  /**
   * Asks again while the server is busy, as a browser does.
   * @param access A cookie, or the token of a program.
   */
  static async open(
    base: string,
    companyId: string,
    access: string,
    { address, query = {} }: { address?: string; query?: Record<string, string> } = {},
  ): Promise<PortalStreamReader> {
    const reader = new PortalStreamReader();
    const ask = async () => {
      const answer = await fetch(`${base}${apiPaths.live(companyId)}?${new URLSearchParams(query)}`, {
        headers: {
          ...(/^nl[kv]_/.test(access) ? { authorization: `Bearer ${access}` } : { cookie: access }),
          ...(address ? { 'x-forwarded-for': address } : {}),
        },
        signal: reader.#abort.signal,
      });
      if (answer.status !== 200) await answer.body?.cancel();
      return { statusCode: answer.status, stream: answer.body };
    };
    const { statusCode, stream } = await repeatWhileBusy(ask);
    if (statusCode !== 200 || !stream) throw new Error(`the stream was answered with ${statusCode}`);
    void reader.#read(stream);
    return reader;
  }

  /** The first matching frame, from index `after` on. Throws when the stream ends first. */
  async waitForFrame(matches: (frame: Frame) => boolean, after = 0): Promise<Frame> {
    for (;;) {
      const found = this.frames.slice(after).find(matches);
      if (found) return found;
      if (this.frames.at(-1)?.is === 'end') throw new Error('the stream ended first');
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** The first frame of this revision. Requests that are sent one after the other are a revision each. */
  async waitForRevision(revision: number): Promise<Frame> {
    return this.waitForFrame((frame) => frame.is !== 'end' && frame.data.revision === revision);
  }

  /** The first matching figures, from index `after` on. Throws when the stream ends first. */
  async waitForFigures(
    matches: (figures: LiveFigures | null) => boolean,
    after = 0,
  ): Promise<LiveFigures | null> {
    for (;;) {
      const found = this.figures.slice(after).find(matches);
      if (found !== undefined) return found;
      if (this.frames.at(-1)?.is === 'end') throw new Error('the stream ended first');
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async waitForEnd(): Promise<void> {
    await this.waitForFrame((frame) => frame.is === 'end');
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    await readFrames(body, (part) => this.#addPart(part));
    this.#addFrame({ is: 'end' });
  }

  #addPart(part: string): void {
    const { is, data } = parsePart(part);
    if (is === 'access-changed') {
      this.accessChanges += 1;
      return;
    }
    if (is !== 'figures') {
      this.#addFrame({ is, data: liveFrame.strict().parse(data) });
      return;
    }
    this.figures.push(liveFigures.parse(data));
    this.#wake();
  }

  #addFrame(frame: Frame): void {
    this.frames.push(frame);
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

function parsePart(text: string): { is: z.infer<typeof named>; data: unknown } {
  const match = /^event: ([\w-]+)\ndata: (.*)$/.exec(text);
  return { is: named.parse(match?.[1]), data: JSON.parse(match?.[2] ?? '') };
}
