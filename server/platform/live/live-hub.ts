import type { Counter } from '../metrics/metrics.ts';
import type { EventStream } from './event-stream.ts';

interface Topic {
  streams: Set<EventStream>;
  lastFrame: string;
  lastReadAt: number;
  timer: NodeJS.Timeout | undefined;
  isReading: boolean;
  isDirty: boolean;
}

interface LiveHubOptions {
  /** The frame to send for a topic that changed. */
  read: (topic: string) => Promise<string>;
  /** A topic is read at most once in this time, however often it changes. */
  intervalMs: number;
  onError: (error: unknown) => void;
  readings: Counter;
  frames: Counter;
}

/** Most topics read at once: a burst over many companies must not take every database connection. */
const readsMax = 4;
const retryMs = 1_000;

/**
 * Sends what changed to those who watch it. A changed topic is read once, whoever watches, and the
 * same frame goes to all of its streams; topics nobody watches cost nothing.
 */
export class LiveHub {
  readonly #options: LiveHubOptions;
  readonly #topics = new Map<string, Topic>();
  readonly #ready: string[] = [];
  #reads = 0;

  constructor(options: LiveHubOptions) {
    this.#options = options;
  }

  get topics(): string[] {
    return [...this.#topics.keys()];
  }

  count(topic: string): number {
    return this.#topics.get(topic)?.streams.size ?? 0;
  }

  streams(topic: string): EventStream[] {
    return [...(this.#topics.get(topic)?.streams ?? [])];
  }

  join(name: string, stream: EventStream): void {
    const topic = this.#topics.get(name) ?? {
      streams: new Set(),
      lastFrame: '',
      lastReadAt: 0,
      timer: undefined,
      isReading: false,
      isDirty: false,
    };
    this.#topics.set(name, topic);
    topic.streams.add(stream);
    // The newcomer has not seen what was sent last, so the next frame is news even if it repeats it.
    topic.lastFrame = '';
    stream.onClose(() => {
      topic.streams.delete(stream);
      if (topic.streams.size > 0) return;
      clearTimeout(topic.timer);
      this.#topics.delete(name);
    });
  }

  changed(name: string): void {
    const topic = this.#topics.get(name);
    if (!topic || topic.timer) return;
    if (topic.isReading) {
      topic.isDirty = true;
      return;
    }
    this.#schedule(name, topic, topic.lastReadAt + this.#options.intervalMs - performance.now());
  }

  /** Sends the next frame even if it says what the last one said: somebody missed it. */
  resend(name: string): void {
    const topic = this.#topics.get(name);
    if (topic) topic.lastFrame = '';
    this.changed(name);
  }

  #schedule(name: string, topic: Topic, waitMs: number): void {
    topic.timer = setTimeout(
      () => {
        this.#ready.push(name);
        this.#readNext();
      },
      Math.max(0, waitMs),
    );
  }

  #readNext(): void {
    while (this.#reads < readsMax) {
      const name = this.#ready.shift();
      if (name === undefined) return;
      const topic = this.#topics.get(name);
      if (!topic) continue;
      this.#reads += 1;
      void this.#publish(name, topic).finally(() => {
        this.#reads -= 1;
        this.#readNext();
      });
    }
  }

  async #publish(name: string, topic: Topic): Promise<void> {
    topic.timer = undefined;
    topic.isReading = true;
    topic.isDirty = false;
    topic.lastReadAt = performance.now();
    try {
      this.#options.readings.count += 1;
      const frame = await this.#options.read(name);
      if (frame !== topic.lastFrame) {
        topic.lastFrame = frame;
        this.#options.frames.count += topic.streams.size;
        for (const stream of topic.streams) stream.write(frame);
      }
      topic.isReading = false;
      if (topic.isDirty) this.changed(name);
    } catch (error) {
      topic.isReading = false;
      this.#options.onError(error);
      if (this.#topics.get(name) === topic) this.#schedule(name, topic, retryMs);
    }
  }
}
