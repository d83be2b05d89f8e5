import type { Counter } from '../metrics/metrics.ts';
import type { EventStream } from './event-stream.ts';

interface WatchedCompany {
  streams: Set<EventStream>;
  lastFrame: string;
  lastReadAt: number;
  timer: NodeJS.Timeout | undefined;
  isReading: boolean;
  isDirty: boolean;
}

interface LiveHubOptions {
  /** Reads the frame to send for a company that changed. */
  read: (companyId: string) => Promise<string>;
  /** A company is read at most once in this time, however often it changes. */
  intervalMs: number;
  onError: (error: unknown) => void;
  reads: Counter;
  frames: Counter;
}

/** Maximum concurrent reads: changes of many companies at once must not use up all database connections. */
const readsMax = 4;
const retryMs = 1_000;

/**
 * Sends changes of companies to their open streams. A changed company is read once, and the same frame is written to
 * all of its streams. A company without open streams is not read.
 */
export class LiveHub {
  readonly #options: LiveHubOptions;
  readonly #companies = new Map<string, WatchedCompany>();
  readonly #ready: string[] = [];
  #reads = 0;

  constructor(options: LiveHubOptions) {
    this.#options = options;
  }

  get keys(): string[] {
    return [...this.#companies.keys()];
  }

  listStreams(companyId: string): EventStream[] {
    return [...(this.#companies.get(companyId)?.streams ?? [])];
  }

  addStream(companyId: string, stream: EventStream): void {
    const company = this.#companies.get(companyId) ?? {
      streams: new Set(),
      lastFrame: '',
      lastReadAt: 0,
      timer: undefined,
      isReading: false,
      isDirty: false,
    };
    this.#companies.set(companyId, company);
    company.streams.add(stream);
    // The new stream has not received the last frame, so the next frame is sent even if it is the same.
    company.lastFrame = '';
    stream.onClose(() => {
      company.streams.delete(stream);
      if (company.streams.size > 0) return;
      clearTimeout(company.timer);
      this.#companies.delete(companyId);
    });
  }

  markChanged(companyId: string): void {
    const company = this.#companies.get(companyId);
    if (!company || company.timer) return;
    if (company.isReading) {
      company.isDirty = true;
      return;
    }
    this.#schedule(companyId, company, company.lastReadAt + this.#options.intervalMs - performance.now());
  }

  /** Like `markChanged`, but sends the next frame even if it equals the last one, because a stream missed that. */
  resend(companyId: string): void {
    const company = this.#companies.get(companyId);
    if (company) company.lastFrame = '';
    this.markChanged(companyId);
  }

  #schedule(companyId: string, company: WatchedCompany, waitMs: number): void {
    company.timer = setTimeout(
      () => {
        this.#ready.push(companyId);
        this.#readNext();
      },
      Math.max(0, waitMs),
    );
  }

  #readNext(): void {
    while (this.#reads < readsMax) {
      const companyId = this.#ready.shift();
      if (companyId === undefined) return;
      const company = this.#companies.get(companyId);
      if (!company) continue;
      this.#reads += 1;
      void this.#publish(companyId, company).finally(() => {
        this.#reads -= 1;
        this.#readNext();
      });
    }
  }

  async #publish(companyId: string, company: WatchedCompany): Promise<void> {
    company.timer = undefined;
    company.isReading = true;
    company.isDirty = false;
    company.lastReadAt = performance.now();
    try {
      this.#options.reads.count += 1;
      const frame = await this.#options.read(companyId);
      if (frame !== company.lastFrame) {
        company.lastFrame = frame;
        this.#options.frames.count += company.streams.size;
        for (const stream of company.streams) stream.write(frame);
      }
      company.isReading = false;
      if (company.isDirty) this.markChanged(companyId);
    } catch (error) {
      company.isReading = false;
      this.#options.onError(error);
      if (this.#companies.get(companyId) === company) this.#schedule(companyId, company, retryMs);
    }
  }
}
