import { LRUCache } from 'lru-cache';
import type { PresenceRow } from '../event-batch.ts';
import { directSource } from '../sources/sources.ts';

const tabsMax = 20_000;

interface Tab {
  /** What brought the visitor to the site. Later pages of the tab have only the site itself as their referrer. */
  source: string | undefined;
  /** When the tab left, on its own clock. */
  leftMs: number;
}

/**
 * The tabs seen last by this process: where each came from, and when it left. A heartbeat that was sent before the tab
 * left may arrive after it, and must not bring it back.
 */
export class RecentTabs {
  readonly #tabs = new LRUCache<string, Tab>({ max: tabsMax });

  /** Adds what is known about the tab to its presence. Returns false if the event is older than the tab's leaving. */
  note(presence: PresenceRow, atMs: number): boolean {
    const key = presence.company_id + presence.session_id;
    const known = this.#tabs.get(key);
    if (known && atMs < known.leftMs) return false;
    const source = known?.source && presence.source === directSource ? known.source : presence.source;
    presence.source = source;
    if (!known) this.#tabs.set(key, { source, leftMs: presence.has_left ? atMs : 0 });
    else {
      known.source = source;
      if (presence.has_left) known.leftMs = atMs;
    }
    return true;
  }
}
