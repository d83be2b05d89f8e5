import type { FastifyReply } from 'fastify';
import { type AdminTopic, adminTopics } from '../../../contract/admin.ts';
import type { Notification } from '../../db/notifications/notifications.ts';
import { AppError, unavailable } from '../../platform/errors.ts';
import { EventStream, toFrame } from '../../platform/live/event-stream.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

const sessionStreamsMax = 6;
const streamsMax = 200;
const topicIntervalMs = 500;
/** New events of any company change the list of companies; an update every two seconds is enough. */
const eventsIntervalMs = 2_000;
const heartbeatMs = 15_000;
/** A session that ends by its age sends no notification. */
const recheckMs = 5_000;

interface AdminStreamsDeps {
  /** Finds the sessions that have ended or no longer belong to an administrator. */
  findEndedAdmins: (sessionIds: Set<string>) => Promise<Set<string>>;
  metrics: Metrics;
  onError: (error: unknown) => void;
}

/** The admin streams of this process. A frame names the topics that changed; the page reloads what it shows of them. */
export class AdminStreams {
  readonly #deps: AdminStreamsDeps;
  readonly #streams = new Map<EventStream, string>();
  readonly #changed = new Set<AdminTopic>();
  readonly #timers: NodeJS.Timeout[];
  #pendingFrame: NodeJS.Timeout | undefined;
  #pendingEvents: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(deps: AdminStreamsDeps) {
    this.#deps = deps;
    deps.metrics.gauge('northlight_admin_streams_open', 'Open admin streams.', () => this.#streams.size);
    this.#timers = [
      setInterval(() => this.#write(': still here\n\n'), heartbeatMs),
      setInterval(() => this.#recheck(), recheckMs),
    ];
  }

  get streamCount(): number {
    return this.#streams.size;
  }

  /** Opens a stream. It does not repeat earlier changes: the page loads its data after the stream has opened. */
  open(reply: FastifyReply, sessionId: string): void {
    if (this.#isClosing) throw unavailable();
    const ofSession = [...this.#streams.values()].filter((id) => id === sessionId).length;
    if (ofSession >= sessionStreamsMax || this.#streams.size >= streamsMax) {
      const headers = { 'retry-after': '15' };
      const message = 'This page is open too many times. Close another one first.';
      throw new AppError(429, 'too-many-requests', message, { headers });
    }
    const stream = new EventStream(reply);
    this.#streams.set(stream, sessionId);
    stream.onClose(() => this.#streams.delete(stream));
    stream.start(': open\n\n');
    // The session may have ended between the check of the door and the opening of the stream.
    this.#recheck();
  }

  onNotification(notification: Notification): void {
    if (this.#streams.size === 0) return;
    if (notification.kind === 'rights-changed') this.#recheck();
    if (notification.kind === 'admin-topic-changed') this.#queueTopic(notification.topic);
    if (notification.kind === 'activity-changed') this.#queueEvents();
  }

  /** Reports every topic as changed, because notifications may have been missed. */
  catchUp(): void {
    for (const topic of adminTopics) this.#queueTopic(topic);
    this.#recheck();
  }

  /** Ends every stream. The browsers reconnect to a running process. */
  close(): void {
    this.#isClosing = true;
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#pendingFrame);
    clearTimeout(this.#pendingEvents);
    for (const stream of this.#streams.keys()) stream.end();
  }

  #queueTopic(topic: AdminTopic): void {
    this.#changed.add(topic);
    this.#pendingFrame ??= setTimeout(() => {
      this.#pendingFrame = undefined;
      const topics = [...this.#changed];
      this.#changed.clear();
      this.#write(toFrame('changed', { topics }));
    }, topicIntervalMs);
  }

  /** Reports all events of an interval at once. */
  #queueEvents(): void {
    this.#pendingEvents ??= setTimeout(() => {
      this.#pendingEvents = undefined;
      this.#queueTopic('companies');
    }, eventsIntervalMs);
  }

  #write(frame: string): void {
    for (const stream of this.#streams.keys()) stream.write(frame);
  }

  #recheck(): void {
    if (this.#streams.size === 0) return;
    this.#endEndedSessions().catch(this.#deps.onError);
  }

  async #endEndedSessions(): Promise<void> {
    const ended = await this.#deps.findEndedAdmins(new Set(this.#streams.values()));
    for (const [stream, sessionId] of this.#streams) {
      if (!ended.has(sessionId)) continue;
      stream.write(toFrame('ended', {}));
      stream.end();
    }
  }
}
