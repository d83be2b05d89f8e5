import { RecentMap } from '../../../platform/recent-map.ts';
import { toStoredSession } from './stored-tab.ts';
import { toVisitorHash } from './visitor-hash.ts';
import type { VisitorSalt } from './visitor-salts.ts';

const tabsMax = 15_000;

/** The memory of this process of a tab, because each tab sends several events. */
export interface Tab {
  /** The salt of the hashes below. */
  saltId: number;
  tabId: string;
  /** The tab's `session_id` in `active_sessions`. */
  storedSession: string;
  /** The text and the hash of its visitor. Undefined for a visitor known by the address, which is not kept. */
  visitorText: string | undefined;
  visitorId: string;
  /** Whether the visitor is known to be in `daily_visitors`, so that further events need not count it. */
  isCounted: boolean;
  /** The source that brought the visitor to the site. Later pages of the tab have only the site itself as their referrer. */
  source: string | undefined;
  /** When the tab left, on its own clock. A heartbeat from before may arrive later, and must not bring it back. */
  leftMs: number;
  /** When the tab was last seen, on its own clock. The report that an earlier page was left may arrive later. */
  seenMs: number;
}

/** The tabs seen last by this process. Bounded; a forgotten tab costs its hashes again. */
export class RecentTabs {
  readonly #sessionKey: Buffer;
  readonly #tabs = new RecentMap<Tab>(tabsMax);

  constructor(sessionKey: Buffer) {
    this.#sessionKey = sessionKey;
  }

  /** The tab of a session, with the hash of its id for the day of the salt. */
  open(companyId: string, sessionId: string, salt: VisitorSalt): Tab {
    const key = companyId + sessionId;
    const known = this.#tabs.get(key);
    if (known?.saltId === salt.id) return known;
    const tab = {
      saltId: salt.id,
      tabId: toVisitorHash(salt, `t:${sessionId}`),
      storedSession:
        known?.storedSession ?? toStoredSession(this.#sessionKey, { companyId, sessionId, origin: 'site' }),
      visitorText: undefined,
      visitorId: '',
      isCounted: false,
      source: known?.source,
      leftMs: known?.leftMs ?? 0,
      seenMs: known?.seenMs ?? 0,
    };
    this.#tabs.set(key, tab);
    return tab;
  }

  /** To be called when a salt is destroyed: a pair of text and hash identifies the visitor. Also after an erasure. */
  clear(): void {
    this.#tabs.clear();
  }
}

/** The hash of a visitor, remembered for the tab. */
export function toVisitorOfTab(tab: Tab, salt: VisitorSalt, text: string): string {
  if (tab.visitorText === text) return tab.visitorId;
  tab.visitorText = text;
  tab.visitorId = toVisitorHash(salt, text);
  tab.isCounted = false;
  return tab.visitorId;
}
