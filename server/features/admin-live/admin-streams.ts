import type { FastifyReply } from 'fastify';
import { hasPermission, type PermissionName } from '../../../contract/account/roles.ts';
import {
  type AdminChange,
  type AdminTopic,
  adminTopics,
  changedCompaniesMax,
} from '../../../contract/admin.ts';
import type { Notification } from '../../db/notifications/notifications.ts';
import { AppError, unavailable } from '../../platform/errors.ts';
import { EventStream, toFrame } from '../../platform/live/event-stream.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Members, Session } from '../sessions/sessions.ts';

const sessionStreamsMax = 6;
const streamsMax = 200;
const topicIntervalMs = 500;
/** New events of any company change the list of companies; an update every two seconds is enough. */
const eventsIntervalMs = 2_000;
const heartbeatMs = 15_000;
/** A session that ends by its age sends no notification. */
const recheckMs = 5_000;

interface AdminStreamsDeps {
  /** The team members of these sessions; those that have ended are missing. */
  findMembers: (sessionIds: Set<string>) => Promise<Members>;
  metrics: Metrics;
  onError: (error: unknown) => void;
}

/** The permission for frames about each topic. */
const topicPermissions: Record<AdminTopic, PermissionName> = {
  companies: 'companies',
  inbox: 'inbox',
  orders: 'purchases',
  mails: 'mails',
  audit: 'audit-log',
  team: 'team',
};

interface StreamMember {
  sessionId: string;
  role: NonNullable<Session['role']>;
  /** Until they are read for the first time, a manager with chosen companies has none. */
  companyIds: 'all' | ReadonlySet<string>;
}

/**
 * The admin streams of this process. A frame names the topics and the companies that changed; the page reloads what it shows of
 * them.
 */
export class AdminStreams {
  readonly #deps: AdminStreamsDeps;
  readonly #streams = new Map<EventStream, StreamMember>();
  /** Topics that changed as a whole. */
  readonly #changed = new Set<AdminTopic>();
  readonly #changedCompanies = new Set<string>();
  readonly #activeCompanies = new Set<string>();
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
  open(reply: FastifyReply, { id: sessionId, role, companies }: Session): void {
    if (this.#isClosing || role === null) throw unavailable();
    const ofSession = [...this.#streams.values()].filter((each) => each.sessionId === sessionId).length;
    if (ofSession >= sessionStreamsMax || this.#streams.size >= streamsMax) {
      const headers = { 'retry-after': '15' };
      const message = 'This page is open too many times. Close another one first.';
      throw new AppError(429, 'too-many-requests', message, { headers });
    }
    const stream = new EventStream(reply);
    this.#streams.set(stream, { sessionId, role, companyIds: companies === 'all' ? 'all' : new Set() });
    stream.onClose(() => this.#streams.delete(stream));
    stream.start(': open\n\n');
    // The session may have ended between the check of the door and the opening of the stream.
    this.#recheck();
  }

  onNotification(notification: Notification): void {
    if (this.#streams.size === 0) return;
    switch (notification.kind) {
      case 'rights-changed':
        this.#recheck();
        break;
      case 'admin-topic-changed':
        this.#queueTopic(notification.topic);
        break;
      case 'company-changed':
      case 'history-changed':
      case 'access-ended':
        this.#changedCompanies.add(notification.companyId);
        this.#queueFrame();
        break;
      case 'activity-changed':
        for (const id of notification.companyIds) this.#activeCompanies.add(id);
        this.#queueEvents();
    }
  }

  /** Reports every topic as changed, because notifications may have been missed. */
  catchUp(): void {
    for (const { companyIds } of this.#streams.values()) {
      if (companyIds !== 'all') for (const id of companyIds) this.#changedCompanies.add(id);
    }
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
    this.#queueFrame();
  }

  #queueFrame(): void {
    this.#pendingFrame ??= setTimeout(() => {
      this.#pendingFrame = undefined;
      for (const [stream, streamMember] of this.#streams) {
        const change = this.#toChange(streamMember);
        if (change.topics.length > 0) stream.write(toFrame('changed', change));
      }
      this.#changed.clear();
      this.#changedCompanies.clear();
    }, topicIntervalMs);
  }

  /** The changes that a member may know about. Of companies of others, not even that they changed. */
  #toChange({ role, companyIds }: StreamMember): AdminChange {
    const own = [...this.#changedCompanies].filter((id) => companyIds === 'all' || companyIds.has(id));
    // A new company, for one, is named by its topic alone.
    const isAll = companyIds === 'all' && this.#changed.has('companies');
    const isChanged = (topic: AdminTopic) =>
      topic === 'companies' ? isAll || own.length > 0 : this.#changed.has(topic);
    const topics = adminTopics.filter(
      (topic) => hasPermission(role, topicPermissions[topic]) && isChanged(topic),
    );
    if (!topics.includes('companies')) return { topics };
    return isAll || own.length > changedCompaniesMax ? { topics, isAll: true } : { topics, companyIds: own };
  }

  /** Reports all events of an interval at once. */
  #queueEvents(): void {
    this.#pendingEvents ??= setTimeout(() => {
      this.#pendingEvents = undefined;
      for (const id of this.#activeCompanies) this.#changedCompanies.add(id);
      this.#activeCompanies.clear();
      this.#queueFrame();
    }, eventsIntervalMs);
  }

  #write(frame: string): void {
    for (const stream of this.#streams.keys()) stream.write(frame);
  }

  #recheck(): void {
    if (this.#streams.size === 0) return;
    this.#checkMembers().catch(this.#deps.onError);
  }

  /** Ends the streams of sessions that have ended or have another role, and reads which companies the others have. */
  async #checkMembers(): Promise<void> {
    const checked = [...this.#streams];
    const members = await this.#deps.findMembers(new Set(checked.map(([, { sessionId }]) => sessionId)));
    for (const [stream, streamMember] of checked) {
      const member = members.get(streamMember.sessionId);
      if (member?.role !== streamMember.role) {
        stream.write(toFrame('ended', {}));
        stream.end();
        continue;
      }
      const { companyIds } = member;
      const isSame = isSameCompanies(streamMember.companyIds, companyIds);
      streamMember.companyIds = companyIds;
      if (!isSame && hasPermission(streamMember.role, 'companies'))
        stream.write(toFrame('changed', { topics: ['companies'], isAll: true } satisfies AdminChange));
    }
  }
}

type CompanyIds = StreamMember['companyIds'];

function isSameCompanies(one: CompanyIds, other: CompanyIds): boolean {
  if (one === 'all' || other === 'all') return one === other;
  return one.size === other.size && [...one].every((id) => other.has(id));
}
