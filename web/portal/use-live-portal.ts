import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LiveFigures, LiveFrame } from '../../contract/live.ts';
import type { StatsInterval } from '../../contract/stats/model/periods.ts';
import { type PortalView, toStatsQuery } from '../../contract/stats/view.ts';
import { companyKey } from '../api/query-client.ts';
import type { StreamState } from '../api/stream/reconnecting-stream.ts';
import { whileVisible } from '../api/stream/while-visible.ts';
import { toLocalDate, toLocalTime } from '../period/local-time.ts';
import { activeQuery, companyQuery, liveVisitorsQuery, openPortalStream } from './api/portal.ts';
import { statsKey } from './api/stats.ts';
import { tabId } from './api/tab-id.ts';
import { hasEnded } from './dashboard/period/has-ended.ts';
import { applyChange, writeFigures } from './live-figures.ts';
import { askAgain, createRefresh, forgetAnswers, restartQuestions } from './refresh-answers.ts';

const pollMs = 15_000;
const minuteMs = 60_000;
/** Figures that the stream has not sent this long after an event are asked for. */
const overdueMs = 3_000;

interface LiveOptions {
  timeZone?: string;
  /** Undefined on pages without figures of a period. */
  view?: PortalView;
  /** The interval of the charts, if one was chosen. */
  interval?: StatsInterval | undefined;
  /** Whether the tab counts as one that looks at the portal. */
  isCounted?: boolean;
}

/**
 * Opens the portal's stream and writes its frames into the query cache. The stream carries the figures of a view without
 * filters; everything else is asked for again after events. A period that is over stays as it is.
 */
export function useLivePortal(
  companyId: string,
  { timeZone = 'UTC', view, interval, isCounted = view !== undefined }: LiveOptions = {},
): StreamState {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  const isOver = useRef<() => boolean>(() => false);
  isOver.current = () => view !== undefined && hasEnded(view.period, toLocalTime(Date.now(), timeZone));
  const isFirstOfPage = useRef(true);
  const viewQuery = view && toStatsQuery(view).toString();
  const isFiltered = view !== undefined && view.filters.length > 0;

  useEffect(() => {
    const live = new LiveAnswers(client, companyId, {
      view: isFiltered || isOver.current() ? undefined : viewQuery,
      isOver: () => isOver.current(),
      isFirstOfPage: isFirstOfPage.current,
    });
    isFirstOfPage.current = false;
    let openings = 0;
    const stop = whileVisible(() => {
      openings += 1;
      const isOtherView = openings === 1;
      return openPortalStream(
        companyId,
        () => toStreamQuery({ ...live.toQuery(), interval, tab: isCounted ? tabId() : undefined }),
        {
          // Another view opens another stream: to the reader nothing is lost.
          onState: (next) =>
            setState((before) => (isOtherView && next === 'connecting' && before === 'live' ? before : next)),
          onSnapshot: (frame) => live.onSnapshot(frame),
          onChange: (frame) => live.onChange(frame),
          onFigures: (figures) => live.onFigures(figures),
          onAccessChanged: () => void forgetAnswers(client, companyId),
          onAccessLost: () => void client.invalidateQueries({ queryKey: companyQuery(companyId).queryKey }),
        },
      );
    });
    return () => {
      live.stop();
      stop();
    };
  }, [client, companyId, viewQuery, isFiltered, interval, isCounted]);

  // Polls while there is no stream, for example behind a proxy that buffers it.
  useEffect(() => {
    if (state !== 'reconnecting') return undefined;
    const timer = setInterval(() => {
      if (document.hidden) return;
      void client.invalidateQueries({ queryKey: companyKey(companyId) }, { cancelRefetch: false });
    }, pollMs);
    return () => clearInterval(timer);
  }, [client, companyId, state]);

  useMidnight(timeZone, () => void client.invalidateQueries({ queryKey: statsKey(companyId) }));
  return state;
}

interface StreamQuery {
  view: string | undefined;
  interval: StatsInterval | undefined;
  tab: string | undefined;
  known: number | undefined;
}

function toStreamQuery({ view, interval, tab, known }: StreamQuery): URLSearchParams {
  const query = new URLSearchParams(view);
  if (view !== undefined && interval !== undefined) query.set('interval', interval);
  if (view !== undefined && known !== undefined) query.set('known', String(known));
  if (tab !== undefined) query.set('tab', tab);
  return query;
}

interface LiveAnswersOptions {
  /** The parameters of the view whose figures the stream carries; undefined if the page asks for them. */
  view: string | undefined;
  isOver: () => boolean;
  isFirstOfPage: boolean;
}

/** Keeps the answers of one view current with what its stream sends. */
class LiveAnswers {
  readonly #client: QueryClient;
  readonly #companyId: string;
  readonly #options: LiveAnswersOptions;
  readonly #figures: ReturnType<typeof createRefresh>;
  readonly #lists: ReturnType<typeof createRefresh>;
  /** The figures of the stream; undefined before it has sent whole ones. */
  #sent: LiveFigures | undefined;
  /** Whether the page waits for figures of the stream instead of asking. */
  #isCarried: boolean;
  #overdue: ReturnType<typeof setTimeout> | undefined;
  #hasSnapshot = false;

  constructor(client: QueryClient, companyId: string, options: LiveAnswersOptions) {
    this.#client = client;
    this.#companyId = companyId;
    this.#options = options;
    this.#isCarried = options.view !== undefined;
    // Visible again, the page gets a snapshot, which asks for everything.
    const ask = async (kind: 'figures' | 'lists') => !document.hidden && askAgain(client, companyId, kind);
    this.#figures = createRefresh({ ask: () => ask('figures'), minMs: 500, pauseFactor: 6 });
    this.#lists = createRefresh({ ask: () => ask('lists'), minMs: 2_000, pauseFactor: 8 });
  }

  toQuery(): { view: string | undefined; known: number | undefined } {
    const company = this.#client.getQueryData(companyQuery(this.#companyId).queryKey);
    // At first only after a quiet time, see `onSnapshot`. With another view the page has no figures yet.
    const hasFigures =
      this.#hasSnapshot ||
      (this.#options.isFirstOfPage && !company?.access.isNarrowed && !isRecent(company?.lastEventAt ?? null));
    return { view: this.#options.view, known: hasFigures ? company?.revision : undefined };
  }

  onSnapshot(frame: LiveFrame): void {
    // A response still in flight is older than this snapshot.
    void this.#client.cancelQueries({ queryKey: activeQuery(this.#companyId).queryKey });
    const before = this.#client.getQueryData(companyQuery(this.#companyId).queryKey);
    const isChanged = this.#show(frame);
    // A later snapshot follows missed changes, a correction, or demo data that was generated or cleared.
    const isLater = this.#hasSnapshot;
    this.#hasSnapshot = true;
    // The stream also ends when the rights of the reader change.
    if (isLater) void this.#client.invalidateQueries({ queryKey: companyQuery(this.#companyId).queryKey });
    if (before && before.source !== frame.source) void restartQuestions(this.#client, this.#companyId);
    else if (isLater) {
      this.#lists.request();
      if (isChanged) this.#requestFigures();
      else this.#figures.request();
    }
    // The company and the figures were asked for separately: an event of that moment may be in the one alone.
    // Where the frames have no time of the last event, the page asks again in any case.
    else if (isChanged || (this.#options.isFirstOfPage && (!frame.active || isRecent(frame.lastEventAt))))
      this.#request();
  }

  onChange(frame: LiveFrame): void {
    if (this.#show(frame)) this.#request();
  }

  onFigures(figures: LiveFigures | null): void {
    clearTimeout(this.#overdue);
    this.#overdue = undefined;
    const { view } = this.#options;
    if (view === undefined) return;
    this.#isCarried = figures !== null;
    if (figures === null) {
      this.#figures.request();
      return;
    }
    this.#sent = figures.isComplete ? figures : this.#sent && applyChange(this.#sent, figures);
    const shown = this.#sent ?? figures;
    const isWritten = writeFigures(this.#client, { companyId: this.#companyId, view, figures: shown });
    if (!isWritten) this.#figures.request();
  }

  stop(): void {
    clearTimeout(this.#overdue);
    this.#figures.stop();
    this.#lists.stop();
  }

  /** Shows a frame, and returns whether the statistics changed since the last one or since the page asked. */
  #show(frame: LiveFrame): boolean {
    const company = companyQuery(this.#companyId).queryKey;
    if (frame.active) this.#client.setQueryData(activeQuery(this.#companyId).queryKey, frame.active);
    if (frame.liveVisitors)
      this.#client.setQueryData(liveVisitorsQuery(this.#companyId).queryKey, frame.liveVisitors);
    const before = this.#client.getQueryData(company);
    const { source, revision, lastEventAt } = frame;
    const isSame = before?.source === source && before.revision === revision;
    if (before && !isSame) this.#client.setQueryData(company, { ...before, source, revision, lastEventAt });
    return !isSame;
  }

  #request(): void {
    if (this.#options.isOver()) return;
    this.#lists.request();
    this.#requestFigures();
  }

  #requestFigures(): void {
    if (!this.#isCarried) this.#figures.request();
    else
      this.#overdue ??= setTimeout(() => {
        this.#overdue = undefined;
        this.#figures.request();
      }, overdueMs);
  }
}

const isRecent = (at: string | null) => at !== null && Date.now() - Date.parse(at) < minuteMs;

/** Named periods such as "today" mean other days after the company's midnight, also while the site has no visitors. */
function useMidnight(timeZone: string, onMidnight: () => void): void {
  const run = useRef(onMidnight);
  run.current = onMidnight;
  useEffect(() => {
    const findDay = () => toLocalDate(Date.now(), timeZone);
    let day = findDay();
    return whileVisible(() => {
      const check = () => {
        const now = findDay();
        if (now === day) return;
        day = now;
        run.current();
      };
      check();
      const timer = setInterval(check, minuteMs);
      return () => clearInterval(timer);
    });
  }, [timeZone]);
}
