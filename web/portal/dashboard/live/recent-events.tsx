import { useQuery } from '@tanstack/react-query';
import { Eye, Pause, Play, ShoppingBag, Zap } from 'lucide-react';
import { useState } from 'react';
import type { RecentEvent } from '../../../../contract/company/recent-events.ts';
import { formatDate, formatMoneyValue } from '../../../figures/format.ts';
import { toValueLabel } from '../../../figures/value-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { hasFailed } from '../../../ui/feedback/load-failed.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { recentEventsQuery } from '../../api/recent-events.ts';
import { usePortal } from '../view/use-portal.ts';

const icons = { 'page-view': Eye, event: Zap, order: ShoppingBag } as const;
const time = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;

/** The last events as they come. They can be held, because moving content distracts. */
export function RecentEvents() {
  const { company } = usePortal();
  const answer = useQuery(recentEventsQuery(company.id));
  const { data } = answer;
  const [held, setHeld] = useState<RecentEvent[]>();
  const events = held ?? data?.events ?? [];
  const isHeld = held !== undefined;
  const Icon = isHeld ? Play : Pause;

  return (
    <Panel labelledBy="recent-events" className="min-w-0 p-5 lg:p-6">
      <header className="flex items-center justify-between gap-4">
        <h2 id="recent-events" className="text-title">
          Last events
        </h2>
        <Button
          shape="quiet"
          size="small"
          className="-mr-3 min-h-11"
          onClick={() => setHeld(isHeld ? undefined : events)}
        >
          <Icon className="size-4" strokeWidth={1.5} aria-hidden="true" />
          {isHeld ? 'Continue' : 'Pause'}
        </Button>
      </header>
      {events.length === 0 && (
        <p className="mt-3 text-soft">
          {!data && hasFailed(answer)
            ? 'The last events could not be loaded. They are asked for again in a few seconds.'
            : 'Nothing happened in the last half hour. Page views, events and orders appear here as they come.'}
        </p>
      )}
      <ol className="mt-3">
        {toKeyed(events).map(({ key, event }) => {
          const EventIcon = icons[event.kind];
          return (
            <li
              key={key}
              className="arriving grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line py-2 first:border-t-0"
            >
              <EventIcon className="size-4 self-center text-soft" strokeWidth={1.5} aria-hidden="true" />
              <span className="min-w-0">
                <span className="sr-only">{labels[event.kind]}: </span>
                <bdi title={toTitle(event, company.currency)} className="block truncate">
                  {toTitle(event, company.currency)}
                </bdi>
                <span className="block truncate text-note text-soft">{toOrigin(event)}</span>
              </span>
              <time dateTime={event.at} className="text-note text-soft tabular">
                {formatDate(event.at, time, company.timeZone)}
              </time>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

/**
 * Events have no ids here, because an id could identify a person. Equal ones are counted from the oldest, so that a row
 * keeps its key when a newer event is added.
 */
function toKeyed(events: readonly RecentEvent[]): { key: string; event: RecentEvent }[] {
  const counts = new Map<string, number>();
  return events
    .toReversed()
    .map((event) => {
      const name = `${event.at} ${event.kind} ${event.path}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return { key: `${name} ${count}`, event };
    })
    .reverse();
}

const labels = { 'page-view': 'Page view', event: 'Event', order: 'Order' } as const;

function toTitle(
  { kind, path, name, amount, currency: ownCurrency }: RecentEvent,
  currency: Parameters<typeof formatMoneyValue>[1],
) {
  if (kind === 'order' && amount === null) return 'Order';
  if (kind === 'order') return `Order of ${formatMoneyValue(amount ?? 0, ownCurrency ?? currency)}`;
  return kind === 'event' ? `${name ?? 'Event'} on ${path}` : path;
}

function toOrigin({ source, country, device }: RecentEvent): string {
  const parts = [source, country && country !== 'unknown' ? toValueLabel('country', country) : null, device];
  return parts.filter((part) => part !== null && part !== 'unknown').join(' · ');
}
