import type { FastifyReply } from 'fastify';
import { type AdminTopic, adminTopics } from '../../../contract/admin.ts';
import type { Notification } from '../../db/notifications.ts';
import { AppError } from '../../platform/errors.ts';
import { EventStream, toFrame } from '../../platform/live/event-stream.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

const streamsASession = 6;
const streamsInAll = 200;
/** Twice a second at most. */
const tellIntervalMs = 500;
/** Traffic on any portal is news to the list of companies; every two seconds is soon enough for that. */
const trafficIntervalMs = 2_000;
const heartbeatMs = 15_000;
/** A session may also end by its own age, which nobody announces. */
const recheckMs = 5_000;

interface AdminLiveDeps {
  /** Which of these sessions are no administrator's any more. */
  findEndedAdmins: (sessionIds: Set<string>) => Promise<Set<string>>;
  metrics: Metrics;
  onError: (error: unknown) => void;
}

/** The open admin pages of this process: each is told what has changed, and asks again for what it shows of it. */
export class AdminLive {
  readonly #deps: AdminLiveDeps;
  readonly #streams = new Map<EventStream, string>();
  readonly #changed = new Set<AdminTopic>();
  readonly #timers: NodeJS.Timeout[];
  #telling: NodeJS.Timeout | undefined;
  #traffic: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(deps: AdminLiveDeps) {
    this.#deps = deps;
    deps.metrics.gauge('northlight_admin_streams_open', 'Admin streams open now.', () => this.#streams.size);
    this.#timers = [
      setInterval(() => this.#write(': still here\n\n'), heartbeatMs),
      setInterval(() => this.#recheck(), recheckMs),
    ];
  }

  get streamCount(): number {
    return this.#streams.size;
  }

  /** Opens a stream. What changed before it opened was not told: a page loads once it is open. */
  open(reply: FastifyReply, sessionId: string): void {
    const ofSession = [...this.#streams.values()].filter((id) => id === sessionId).length;
    if (this.#isClosing || ofSession >= streamsASession || this.#streams.size >= streamsInAll) {
      const headers = { 'retry-after': '15' };
      const message = 'This page is open too many times. Close another one first.';
      throw new AppError(429, 'too-many-requests', message, { headers });
    }
    const stream = new EventStream(reply);
    this.#streams.set(stream, sessionId);
    stream.onClose(() => this.#streams.delete(stream));
    stream.start(': open\n\n');
    // The session may have ended after the door let it pass, before there was a stream to be told.
    this.#recheck();
  }

  onNotification(notification: Notification): void {
    if (this.#streams.size === 0) return;
    if (notification.kind === 'rights-changed') this.#recheck();
    if (notification.kind === 'admin-topic-changed') this.#tell(notification.topic);
    if (notification.kind === 'readings-changed') this.#tellTraffic();
  }

  /** After notifications may have been missed, anything may have changed. */
  catchUp(): void {
    for (const topic of adminTopics) this.#tell(topic);
    this.#recheck();
  }

  /** Ends every stream; the browsers reconnect, to whichever process is there then. */
  close(): void {
    this.#isClosing = true;
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#telling);
    clearTimeout(this.#traffic);
    for (const stream of this.#streams.keys()) stream.end();
  }

  #tell(topic: AdminTopic): void {
    this.#changed.add(topic);
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      const topics = [...this.#changed];
      this.#changed.clear();
      this.#write(toFrame('changed', { topics }));
    }, tellIntervalMs);
  }

  /** The first of a burst waits, and takes along what follows. */
  #tellTraffic(): void {
    this.#traffic ??= setTimeout(() => {
      this.#traffic = undefined;
      this.#tell('companies');
    }, trafficIntervalMs);
  }

  #write(frame: string): void {
    for (const stream of this.#streams.keys()) stream.write(frame);
  }

  #recheck(): void {
    if (this.#streams.size === 0) return;
    this.#endThoseOver().catch(this.#deps.onError);
  }

  async #endThoseOver(): Promise<void> {
    const ended = await this.#deps.findEndedAdmins(new Set(this.#streams.values()));
    for (const [stream, sessionId] of this.#streams) {
      if (!ended.has(sessionId)) continue;
      stream.write(toFrame('ended', {}));
      stream.end();
    }
  }
}
