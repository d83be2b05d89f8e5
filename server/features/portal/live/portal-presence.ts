import { heartbeatSeconds } from '../../../../contract/constants.ts';
import type { Db } from '../../../db/client.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import type { EventStream } from '../../../platform/live/event-stream.ts';
import type { Tracking } from '../../tracking/tracking.ts';
import { deletePortalSession, refreshPortalSessions, upsertPortalSession } from '../portal.queries.ts';

/** A tab in which a viewer looks at a portal. */
export interface ViewerTab {
  companyId: string;
  /** The browser of the viewer or administrator. */
  viewerId: string;
  /** As in `active_sessions`. */
  stored: ReturnType<Tracking['toPortalTab']>;
}

interface OpenTab extends ViewerTab {
  streams: number;
  /** The `last_seen` of its row. */
  seenAt: Date;
  timer: NodeJS.Timeout | undefined;
  /** The write under way: a row must not be written after it was deleted. */
  written: Promise<void>;
}

interface PortalPresenceDeps {
  db: Db;
  onError: (error: unknown) => void;
}

/** A page that opens its stream again, as for another view, is not counted as closed in between. */
const leaveDelayMs = 300;

/**
 * Counts a tab as looking at a portal while its stream is open: its row of `active_sessions` is written when the stream
 * opens, every thirty seconds after that, and deleted when the connection closes, also when the browser was killed. The rows of a
 * process that dies expire like those of any tab.
 */
export class PortalPresence {
  readonly #deps: PortalPresenceDeps;
  readonly #tabs = new Map<string, OpenTab>();
  readonly #timer: NodeJS.Timeout;
  #isRefreshing = false;
  #isClosing = false;

  constructor(deps: PortalPresenceDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => void this.refresh(new Date()), heartbeatSeconds * 1000);
  }

  addStream(stream: Pick<EventStream, 'isClosed' | 'onClose'>, viewer: ViewerTab): void {
    if (stream.isClosed || this.#isClosing) return;
    const key = `${viewer.companyId} ${viewer.viewerId} ${viewer.stored.sessionId}`;
    const tab = this.#tabs.get(key) ?? this.#addTab(key, viewer);
    clearTimeout(tab.timer);
    tab.streams += 1;
    stream.onClose(() => {
      tab.streams -= 1;
      if (tab.streams > 0 || this.#isClosing) return;
      tab.timer = setTimeout(() => {
        this.#tabs.delete(key);
        void tab.written.then(() => this.#remove(tab)).catch(this.#deps.onError);
      }, leaveDelayMs);
    });
  }

  /** Keeps the rows of open tabs from expiring. */
  async refresh(now: Date): Promise<void> {
    // A slow database must not be asked twice.
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    try {
      for (const companyId of new Set([...this.#tabs.values()].map((tab) => tab.companyId)))
        await this.#refreshCompany(companyId, now);
    } catch (error) {
      this.#deps.onError(error);
    } finally {
      this.#isRefreshing = false;
    }
  }

  /** The rows stay: the browsers connect to another process or a later one. */
  close(): void {
    this.#isClosing = true;
    clearInterval(this.#timer);
    for (const { timer } of this.#tabs.values()) clearTimeout(timer);
  }

  async #refreshCompany(companyId: string, now: Date): Promise<void> {
    const tabs = [...this.#tabs.values()].filter((tab) => tab.companyId === companyId);
    const sessionIds = tabs.map(({ stored }) => stored.sessionId);
    const found = await refreshPortalSessions(this.#deps.db, { companyId, sessionIds, now });
    for (const tab of tabs) {
      tab.seenAt = now;
      if (!found.has(tab.stored.sessionId) && tab.streams > 0) await this.#store(tab);
    }
  }

  #addTab(key: string, viewer: ViewerTab): OpenTab {
    const tab: OpenTab = {
      ...viewer,
      ...{ streams: 0, seenAt: new Date(), timer: undefined, written: Promise.resolve() },
    };
    this.#tabs.set(key, tab);
    tab.written = this.#store(tab).catch(this.#deps.onError);
    return tab;
  }

  async #store(tab: OpenTab): Promise<void> {
    const { companyId, viewerId, stored } = tab;
    const now = new Date();
    tab.seenAt = now;
    await upsertPortalSession(this.#deps.db, { ...stored, companyId, viewerId, now });
    await notify(this.#deps.db, { kind: 'activity-changed', companyIds: [companyId] });
  }

  async #remove({ companyId, viewerId, stored, seenAt }: OpenTab): Promise<void> {
    const { db } = this.#deps;
    // The tab may have opened its next stream at another process, which has written the row since.
    await deletePortalSession(db, { companyId, viewerId, sessionId: stored.sessionId, seenUpTo: seenAt });
    await notify(db, { kind: 'activity-changed', companyIds: [companyId] });
  }
}
