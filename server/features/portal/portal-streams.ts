import type { FastifyReply } from 'fastify';
import type { Company } from '../../../contract/companies.ts';
import type { Range } from '../../../contract/constants.ts';
import type { Db } from '../../db/client.ts';
import type { Notification } from '../../db/notifications.ts';
import { AppError } from '../../platform/errors.ts';
import { EventStream, toFrame } from '../../platform/live/event-stream.ts';
import { LiveHub } from '../../platform/live/live-hub.ts';
import type { Counter, Metrics } from '../../platform/metrics/metrics.ts';
import { listEndedViewerIds, listRevokedKeyIds } from '../access/access.ts';
import { countActiveByCompany, readPortalState } from './portal.queries.ts';
import { readPortalData, toLiveChange } from './portal.ts';
import { PortalStreamLimit, type StreamOwner } from './portal-stream-limit.ts';

/** Four times a second at most. */
const changeIntervalMs = 250;
const heartbeatMs = 15_000;
/** Ten thousand streams written to at once would hold everything else up for half a second. */
const beatsARound = 60;

export interface PortalSubscriber {
  company: Company;
  range: Range;
  sessionId: string;
  /** The access key that opened the portal: the stream ends with it. Null: an administrator's session did. */
  keyId: string | null;
  /** When the viewer's cookie expires, and the stream with it; null for an administrator. */
  endsAt: Date | null;
  /** What the caller's address is limited by. */
  address: string;
}

interface PortalStreamsDeps {
  db: Db;
  metrics: Metrics;
  /** Which of these sessions are no administrator's any more. */
  findEndedAdmins: (sessionIds: Set<string>) => Promise<Set<string>>;
  onError: (error: unknown) => void;
}

/**
 * The open portals of this process. Told by the database what changed (whichever process changed
 * it), it reads each changed company once and tells all who watch it.
 */
export class PortalStreams {
  readonly #db: Db;
  readonly #findEndedAdmins: PortalStreamsDeps['findEndedAdmins'];
  readonly #onError: (error: unknown) => void;
  readonly #hub: LiveHub;
  readonly #watchers = new Map<EventStream, PortalSubscriber>();
  readonly #places = new PortalStreamLimit();
  /** Snapshots being read for streams that open, by company and range. */
  readonly #snapshots = new Map<string, Promise<string>>();
  #activeSent = new Map<string, number>();
  readonly #timers: NodeJS.Timeout[];
  /** The streams by their turn in a round of heartbeats. */
  readonly #turns = Array.from({ length: beatsARound }, () => new Set<EventStream>());
  #turn = 0;
  readonly #opened: Counter;
  #isClosing = false;

  constructor({ db, metrics, findEndedAdmins, onError }: PortalStreamsDeps) {
    this.#db = db;
    this.#findEndedAdmins = findEndedAdmins;
    this.#onError = onError;
    this.#hub = new LiveHub({
      read: (id) => this.#readChange(id),
      intervalMs: changeIntervalMs,
      onError,
      readings: metrics.counter('northlight_live_readings_total', 'Watched companies read anew.'),
      frames: metrics.counter('northlight_live_frames_total', 'Changes written, once for each stream.'),
    });
    this.#opened = metrics.counter('northlight_streams_opened_total', 'Live streams opened.');
    metrics.gauge('northlight_streams_open', 'Live streams open now.', () => this.#watchers.size);
    this.#timers = [
      setInterval(() => this.#beat(), heartbeatMs / beatsARound),
      setInterval(() => this.recheck(new Date()), heartbeatMs),
    ];
  }

  get streamCount(): number {
    return this.#watchers.size;
  }

  /** Refuses a stream past the limits; before the answer has begun, so that the refusal can be read. */
  requireRoom(watcher: PortalSubscriber): void {
    if (this.#places.hasRoom(toHolder(watcher)) && !this.#isClosing) return;
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
  async open(reply: FastifyReply, watcher: PortalSubscriber): Promise<void> {
    const stream = new EventStream(reply);
    const { company } = watcher;
    this.#opened.count += 1;
    // The reader may be gone by now.
    if (stream.isClosed) return;
    this.#watchers.set(stream, watcher);
    this.#places.add(toHolder(watcher));
    const turn = this.#turns[this.#opened.count % beatsARound];
    turn?.add(stream);
    stream.onClose(() => {
      turn?.delete(stream);
      this.#watchers.delete(stream);
      this.#places.remove(toHolder(watcher));
    });
    this.#hub.join(company.id, stream);
    try {
      // The key may have ended after the door let it pass, before there was a stream to be told.
      const [snapshot] = await Promise.all([
        this.#shareSnapshot(company, watcher.range),
        this.#endRevoked([stream]),
      ]);
      const { missed } = stream.start(snapshot.frame);
      // What changed between the beginning of the shared read and this stream comes with the next change.
      if (snapshot.isShared) this.#hub.resend(company.id);
      // What was missed may have been a snapshot.
      if (missed) this.#sendSnapshots(company.id, [stream]);
    } catch (error) {
      // The client reconnects after a pause of its own.
      this.#onError(error);
      stream.drop();
    }
  }

  onNotification(notification: Notification): void {
    switch (notification.kind) {
      case 'readings-changed':
        for (const id of notification.companyIds) this.#hub.changed(id);
        return;
      case 'readings-replaced':
        this.#sendSnapshots(notification.companyId, this.#hub.streams(notification.companyId));
        return;
      case 'access-ended':
        for (const stream of this.#hub.streams(notification.companyId)) stream.end();
        return;
      case 'viewer-ended':
        this.#endSession(notification.sessionId);
        return;
      case 'rights-changed':
        this.#endRevoked([...this.#watchers.keys()]).catch(this.#onError);
    }
  }

  /** Brings every stream up to date after notifications may have been missed. */
  catchUp(): void {
    for (const id of this.#hub.topics) this.#sendSnapshots(id, this.#hub.streams(id));
    this.#endRevoked([...this.#watchers.keys()]).catch(this.#onError);
  }

  /** Ends every stream; the browsers reconnect, to whichever process is there then. */
  close(): void {
    this.#isClosing = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const stream of this.#watchers.keys()) stream.end();
  }

  async #readChange(companyId: string): Promise<string> {
    const state = await readPortalState(this.#db, companyId, new Date());
    this.#activeSent.set(companyId, state.active.total);
    return toFrame('change', toLiveChange(state));
  }

  async #readSnapshot(company: Company, range: Range): Promise<string> {
    const { analytics: figures, active } = await readPortalData(this.#db, company.id, range, new Date());
    return toFrame('snapshot', { analytics: { ...figures, currency: company.currency }, active });
  }

  /** Streams that open together share one read, so that opening many costs the database little. */
  async #shareSnapshot(company: Company, range: Range): Promise<{ frame: string; isShared: boolean }> {
    const key = `${company.id} ${range}`;
    const underway = this.#snapshots.get(key);
    if (underway) return { frame: await underway, isShared: true };
    const reading = this.#readSnapshot(company, range);
    this.#snapshots.set(key, reading);
    try {
      return { frame: await reading, isShared: false };
    } finally {
      this.#snapshots.delete(key);
    }
  }

  /** Starts the streams anew. One that cannot be is cut: its browser reconnects. */
  #sendSnapshots(companyId: string, streams: EventStream[]): void {
    const frames = new Map<Range, Promise<string>>();
    for (const stream of streams) {
      const watcher = this.#watchers.get(stream);
      if (!watcher) continue;
      const frame = frames.get(watcher.range) ?? this.#readSnapshot(watcher.company, watcher.range);
      frames.set(watcher.range, frame);
      frame.then(
        (text) => {
          stream.write(text);
          // A change read later may have been written earlier: the next one has the last word.
          this.#hub.resend(companyId);
        },
        (error) => {
          this.#onError(error);
          stream.drop();
        },
      );
    }
  }

  #endSession(sessionId: string): void {
    for (const [stream, watcher] of this.#watchers) if (watcher.sessionId === sessionId) stream.end();
  }

  /** Ends the streams whose access key or session is no longer good, in case the word of it was missed. */
  async #endRevoked(streams: EventStream[]): Promise<void> {
    const keyIds = new Set<string>();
    const viewerIds = new Set<string>();
    const adminIds = new Set<string>();
    for (const stream of streams) {
      const watcher = this.#watchers.get(stream);
      if (!watcher) continue;
      if (watcher.keyId) keyIds.add(watcher.keyId);
      (watcher.keyId ? viewerIds : adminIds).add(watcher.sessionId);
    }
    const [endedKeys, endedViewers, endedAdmins] = await Promise.all([
      keyIds.size > 0 ? listRevokedKeyIds(this.#db, keyIds) : undefined,
      viewerIds.size > 0 ? listEndedViewerIds(this.#db, viewerIds) : undefined,
      adminIds.size > 0 ? this.#findEndedAdmins(adminIds) : undefined,
    ]);
    for (const stream of streams) {
      const watcher = this.#watchers.get(stream);
      if (!watcher) continue;
      const { keyId, sessionId } = watcher;
      const isEnded = keyId
        ? endedKeys?.has(keyId) || endedViewers?.has(sessionId)
        : endedAdmins?.has(sessionId);
      if (isEnded) stream.end();
    }
  }

  #beat(): void {
    this.#turn = (this.#turn + 1) % beatsARound;
    for (const stream of this.#turns[this.#turn] ?? []) stream.beat();
  }

  /** Ends what has expired or lost its rights, and notices visitors who left. */
  recheck(now: Date): void {
    for (const [stream, { endsAt }] of this.#watchers) if (endsAt && endsAt <= now) stream.end();
    this.#noticeDepartures().catch(this.#onError);
    this.#endRevoked([...this.#watchers.keys()]).catch(this.#onError);
  }

  /** Nobody sends an event when five minutes have passed since theirs: asks for all watched companies at once. */
  async #noticeDepartures(): Promise<void> {
    const watched = this.#hub.topics;
    if (watched.length === 0) return;
    const counts = await countActiveByCompany(this.#db, watched, new Date());
    const sent = this.#activeSent;
    this.#activeSent = new Map();
    for (const id of watched) {
      const total = counts.get(id) ?? 0;
      this.#activeSent.set(id, total);
      if (sent.get(id) !== total) this.#hub.changed(id);
    }
  }
}

function toHolder({ company, sessionId, keyId, address }: PortalSubscriber): StreamOwner {
  return { companyId: company.id, sessionId, keyId, address };
}
