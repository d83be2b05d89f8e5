import { fitsPattern } from './filters.ts';
import type { Hit, Visit } from './visits.ts';

/** A page of a pattern, or a custom event. */
export interface Step {
  kind: 'page' | 'event';
  target: string;
}

const fitsStep = ({ event }: Hit, { kind, target }: Step) =>
  kind === 'page'
    ? event.kind === 'pageview' && fitsPattern(event.path, target)
    : event.kind === 'event' && event.event_name === target;

export const countReached = (visits: Visit[], step: Step): number =>
  visits.filter((visit) => visit.hits.some((hit) => fitsStep(hit, step))).length;

/** Whether a step may follow: no earlier than the step before, and later than one of the same kind. */
function mayFollow(hit: Hit, chosen: Hit[]): boolean {
  const isSameKind = ({ event }: Hit) =>
    event.kind === hit.event.kind && (event.kind === 'pageview' || event.event_name === hit.event.event_name);
  const previous = chosen.at(-1);
  const same = chosen.findLast(isSameKind);
  const { occurred_at: at } = hit.event;
  return (
    (previous === undefined || at >= previous.event.occurred_at) &&
    (same === undefined || at > same.event.occurred_at)
  );
}

/** The number of steps that some choice of rows reaches, found by trying all choices. */
function countSteps(hits: Hit[], steps: Step[], chosen: Hit[] = []): number {
  const step = steps[chosen.length];
  if (!step) return chosen.length;
  const next = hits.filter((hit) => fitsStep(hit, step) && mayFollow(hit, chosen));
  return Math.max(chosen.length, ...next.map((hit) => countSteps(hits, steps, [...chosen, hit])));
}

/** The earliest time of each step that is reached, in microseconds. */
function listTimes(hits: Hit[], steps: Step[]): number[] {
  const chosen: Hit[] = [];
  for (const step of steps) {
    const [earliest] = hits
      .filter((hit) => fitsStep(hit, step) && mayFollow(hit, chosen))
      .sort((a, b) => a.event.occurred_at - b.event.occurred_at);
    if (!earliest) break;
    chosen.push(earliest);
  }
  return chosen.map(({ event }) => event.occurred_at);
}

function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export function recountFunnel(visits: Visit[], steps: Step[]): { visits: number; seconds: number | null }[] {
  const reached = visits.map(({ hits }) => countSteps(hits, steps));
  const times = visits.map(({ hits }) => listTimes(hits, steps));
  return steps.map((_, index) => {
    const between = times.flatMap((each) => {
      const [previous, at] = [each[index - 1], each[index]];
      return previous === undefined || at === undefined ? [] : [(at - previous) / 1e6];
    });
    return { visits: reached.filter((count) => count > index).length, seconds: median(between) };
  });
}
