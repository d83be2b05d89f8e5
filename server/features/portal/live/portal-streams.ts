import type { FastifyReply } from 'fastify';
import type { Db } from '../../../db/client.ts';
import type { CompanyMachines } from '../../../db/cluster/company-machines.ts';
import type { Notification } from '../../../db/notifications/notifications.ts';
import { AppError, unavailable } from '../../../platform/errors.ts';
import { EventStream, toFrame } from '../../../platform/live/event-stream.ts';
import { LiveHub } from '../../../platform/live/live-hub.ts';
import type { Counter, Metrics } from '../../../platform/metrics/metrics.ts';
import type { Members } from '../../sessions/sessions.ts';
import type { StatsDeps } from '../../stats/stats.ts';
import { type PortalSource, readPortalSource } from '../portal.queries.ts';
import { endChanged, findEnded } from './ended-subscribers.ts';
import { FiguresHub } from './figures-hub.ts';
import { readLiveFigures } from './live-figures.ts';
import { readLiveState, toFrameWithoutPresence, toLiveFrame } from './live-frame.ts';
import { countTabsByCompany } from './live-visitors.queries.ts';
import { PortalPresence } from './portal-presence.ts';
import { PortalStreamLimit } from './portal-stream-limit.ts';
import {
  listAudienceKeys,
  type PortalSubscriber,
  readAudienceKey,
  toAudienceKey,
  toStreamOwner,
} from './portal-subscriber.ts';

/** Limits a stream to five changes per second. With four, one change in twenty is shown later than 300 ms after its event. */
const changeIntervalMs = 200;
const heartbeatMs = 15_000;
/** Heartbeats are spread over slots: writing to ten thousand streams at once would block the process for half a second. */
const heartbeatSlots = 60;

interface PortalStreamsDeps {
  db: Db;
  machines: CompanyMachines;
  /** Opens the reader of one question, in the product's own turns: no viewer waits for the figures of a stream. */
  openReader: () => StatsDeps['reader'];
  metrics: Metrics;
  /** The team members of these sessions; those that have ended are missing. */
  findMembers: (sessionIds: Set<string>) => Promise<Members>;
  onError: (error: unknown) => void;
}

/**
 * The open portal streams of this process. When the database notifies it of a change, made by any process, it reads the
 * changed company once for each audience and writes the change to all its streams.
 */
export class PortalStreams {
  readonly #db: Db;
  readonly #machines: CompanyMachines;
  readonly #findMembers: PortalStreamsDeps['findMembers'];
  readonly #onError: (error: unknown) => void;
  readonly #hub: LiveHub;
  readonly #figures: FiguresHub;
  readonly #presence: PortalPresence;
  /** The last state of each watched company, to notice other figures. */
  readonly #shown = new Map<string, string>();
  readonly #subscribers = new Map<EventStream, PortalSubscriber>();
  readonly #limit = new PortalStreamLimit();
  /** Snapshots that are being read for opening streams, by audience. */
  readonly #snapshots = new Map<string, Promise<string>>();
  readonly #tabsSent = new Map<string, number>();
  readonly #timers: NodeJS.Timeout[];
  /** The streams by heartbeat slot. */
  readonly #slots = Array.from({ length: heartbeatSlots }, () => new Set<EventStream>());
  #slot = 0;
  readonly #opened: Counter;
  #isClosing = false;

  constructor({ db, machines, openReader, metrics, findMembers, onError }: PortalStreamsDeps) {
    this.#db = db;
    this.#machines = machines;
    this.#findMembers = findMembers;
    this.#onError = onError;
    this.#hub = new LiveHub({
      ...{ read: (key) => this.#readFrame('change', key), intervalMs: changeIntervalMs, onError },
      reads: metrics.counter('northlight_live_reads_total', 'Reads of changed companies with open streams.'),
      frames: metrics.counter('northlight_live_frames_total', 'Changes written, once for each stream.'),
    });
    this.#figures = new FiguresHub({
      read: (companyId, wanted) =>
        readLiveFigures({ db, reader: openReader() }, { companyId, ...wanted, now: new Date() }),
      readRevision: async (id) => (await readPortalSource(db, id)).revision,
      onError,
      reads: metrics.counter(
        'northlight_live_figures_total',
        'Times the figures of a view were read for streams.',
      ),
    });
    this.#presence = new PortalPresence({ db, onError });
    this.#opened = metrics.counter('northlight_streams_opened_total', 'Live streams opened.');
    metrics.gauge('northlight_streams_open', 'Live streams open now.', () => this.#subscribers.size);
    this.#timers = [
      setInterval(() => this.#sendHeartbeats(), heartbeatMs / heartbeatSlots),
      setInterval(() => this.recheck(new Date()), heartbeatMs),
    ];
  }

  get streamCount(): number {
    return this.#subscribers.size;
  }

  /** Throws a 429 beyond the limits, and a 503 while the server stops. Called before the response starts, so that the client can read the error. */
  requireRoom(subscriber: PortalSubscriber): void {
    if (this.#isClosing) throw unavailable();
    if (this.#limit.hasRoom(toStreamOwner(subscriber))) return;
    throw new AppError(
      429,
      'too-many-requests',
      'This portal is open too many times. Close another one first.',
      {
        headers: { 'retry-after': '15' },
      },
    );
  }

  /** Opens a stream: a snapshot first, then changes as they happen. */
  async open(reply: FastifyReply, subscriber: PortalSubscriber): Promise<void> {
    const stream = new EventStream(reply);
    const { company, presence } = subscriber;
    const key = toAudienceKey({ companyId: company.id, presence });
    this.#opened.count += 1;
    // The client may already have disconnected.
    if (stream.isClosed) return;
    this.#subscribers.set(stream, subscriber);
    this.#limit.add(toStreamOwner(subscriber));
    const slot = this.#slots[this.#opened.count % heartbeatSlots];
    slot?.add(stream);
    stream.onClose(() => {
      slot?.delete(stream);
      this.#subscribers.delete(stream);
      this.#limit.remove(toStreamOwner(subscriber));
    });
    this.#hub.addStream(key, stream);
    stream.onClose(() => {
      if (this.#listStreams(company.id).length === 0) this.#shown.delete(company.id);
    });
    if (subscriber.tab) {
      const { sessionId: viewerId, tab: stored } = subscriber;
      this.#presence.addStream(stream, { companyId: company.id, viewerId, stored });
    }
    try {
      // The key may have been revoked between the door's check and the registration of the stream.
      const [snapshot] = await Promise.all([this.#shareSnapshot(key), this.#endRevoked([stream])]);
      const { missed } = stream.start(snapshot.frame);
      // Changes between the start of the shared read and this stream are sent with the next change.
      if (snapshot.isShared) this.#hub.resend(key);
      // The missed frame may have been a snapshot.
      if (missed) this.#sendSnapshots(key, [stream]);
      const { view, scope, known } = subscriber;
      if (view) this.#figures.addStream(company.id, { view, scope }, stream, known);
    } catch (error) {
      // The client reconnects after a delay.
      this.#onError(error);
      stream.drop();
    }
  }

  onNotification(notification: Notification): void {
    switch (notification.kind) {
      case 'activity-changed':
        for (const key of notification.companyIds.flatMap(listAudienceKeys)) this.#hub.markChanged(key);
        return;
      case 'history-changed':
        // Other demo data may have the same revision.
        this.#figures.markChanged(notification.companyId);
        for (const key of listAudienceKeys(notification.companyId))
          this.#sendSnapshots(key, this.#hub.listStreams(key));
        return;
      case 'access-ended':
        for (const stream of this.#listStreams(notification.companyId)) stream.end();
        return;
      case 'access-changed':
        this.#end(({ accessId }) => accessId === notification.accessId, endChanged);
        return;
      case 'viewer-ended':
        this.#end(({ sessionId }) => sessionId === notification.sessionId);
        return;
      case 'rights-changed':
        this.#endRevoked([...this.#subscribers.keys()]).catch(this.#onError);
    }
  }

  /** Updates every stream after notifications may have been missed. */
  catchUp(): void {
    for (const id of this.#hub.keys) this.#sendSnapshots(id, this.#hub.listStreams(id));
    this.#endRevoked([...this.#subscribers.keys()]).catch(this.#onError);
  }

  /** Ends the streams that were opened under these hosts. */
  endHosts(hosts: ReadonlySet<string>): void {
    this.#end(({ host }) => host !== null && hosts.has(host));
  }

  /** Ends every stream. The browsers reconnect to another process or a later one. */
  close(): void {
    this.#isClosing = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#presence.close();
    for (const stream of this.#subscribers.keys()) stream.end();
  }

  #listStreams(companyId: string): EventStream[] {
    return listAudienceKeys(companyId).flatMap((key) => this.#hub.listStreams(key));
  }

  async #readFrame(name: 'snapshot' | 'change', key: string): Promise<string> {
    const { companyId, presence } = readAudienceKey(key);
    if (presence === 'none') {
      const source = await readPortalSource(this.#db, companyId);
      this.#noticeFigures(companyId, source);
      return toFrame(name, toFrameWithoutPresence(source));
    }
    const state = await readLiveState(this.#db, companyId, new Date());
    if (name === 'change') this.#tabsSent.set(companyId, state.present.tabs);
    this.#noticeFigures(companyId, state);
    return toFrame(name, toLiveFrame(state, presence));
  }

  /** Presence alone does not change the figures. */
  #noticeFigures(companyId: string, { source, revision }: PortalSource): void {
    const shown = `${source} ${revision}`;
    if (this.#shown.get(companyId) === shown) return;
    if (this.#listStreams(companyId).length > 0) this.#shown.set(companyId, shown);
    this.#figures.markChanged(companyId);
  }

  /** Streams that open at the same time share one read, to save database queries. */
  async #shareSnapshot(key: string): Promise<{ frame: string; isShared: boolean }> {
    const underway = this.#snapshots.get(key);
    if (underway) return { frame: await underway, isShared: true };
    const reading = this.#readFrame('snapshot', key);
    this.#snapshots.set(key, reading);
    try {
      return { frame: await reading, isShared: false };
    } finally {
      this.#snapshots.delete(key);
    }
  }

  /** Sends new snapshots. A stream whose snapshot cannot be read is closed, and its browser reconnects. */
  #sendSnapshots(key: string, streams: EventStream[]): void {
    if (streams.length === 0) return;
    this.#readFrame('snapshot', key).then(
      (frame) => {
        for (const stream of streams) stream.write(frame);
        // A change that was read later may have been written earlier, so the current state is sent again.
        this.#hub.resend(key);
      },
      (error) => {
        this.#onError(error);
        for (const stream of streams) stream.drop();
      },
    );
  }

  #end(isOver: (subscriber: PortalSubscriber) => boolean, end = (stream: EventStream) => stream.end()): void {
    for (const [stream, subscriber] of this.#subscribers) if (isOver(subscriber)) end(stream);
  }

  /** Ends the streams whose access key or session is no longer valid, or whose member lost the company. */
  async #endRevoked(streams: EventStream[]): Promise<void> {
    const open = streams.flatMap((stream) => {
      const subscriber = this.#subscribers.get(stream);
      return subscriber ? [{ stream, subscriber }] : [];
    });
    const isEnded = await findEnded({ db: this.#db, findMembers: this.#findMembers }, open);
    for (const { stream, subscriber } of open) if (isEnded(subscriber)) stream.end();
  }

  #sendHeartbeats(): void {
    this.#slot = (this.#slot + 1) % heartbeatSlots;
    for (const stream of this.#slots[this.#slot] ?? []) stream.sendHeartbeat();
  }

  /** Ends streams that expired or lost their rights, and updates the counts of active visitors. */
  recheck(now: Date): void {
    this.#end(({ endsAt }) => endsAt !== null && endsAt <= now);
    this.#checkTabs().catch(this.#onError);
    this.#endRevoked([...this.#subscribers.keys()]).catch(this.#onError);
  }

  /** No event announces that a tab was last seen five minutes ago, so the tabs of all watched companies are counted at once. */
  async #checkTabs(): Promise<void> {
    const audiences = this.#hub.keys.map(readAudienceKey).filter(({ presence }) => presence !== 'none');
    const watched = [...new Set(audiences.map(({ companyId }) => companyId))];
    if (watched.length === 0) return;
    const groups = await this.#machines.group(watched);
    await Promise.all(groups.map((companyIds) => this.#checkTabsOf(companyIds)));
  }

  async #checkTabsOf(companyIds: string[]): Promise<void> {
    const counts = await countTabsByCompany(this.#db, companyIds, new Date());
    for (const id of companyIds) {
      const tabs = counts.get(id) ?? 0;
      if (this.#tabsSent.get(id) !== tabs) for (const key of listAudienceKeys(id)) this.#hub.markChanged(key);
      this.#tabsSent.set(id, tabs);
    }
  }
}
