import { type GoalProposal, proposalsMax } from '../../../contract/company/company-setup.ts';
import { type Goal, goalInput, goalLimits } from '../../../contract/company/goals.ts';
import { matchesPathPattern } from '../../../contract/rules/path-pattern.ts';
import { toConfirmationTarget } from './confirmation-pages.ts';

/** A page or event with the visits that have it. */
interface Arrived {
  value: string;
  visits: number;
}

interface ArrivedGoals {
  pages: readonly Arrived[];
  events: readonly Arrived[];
  /** The goals of the company. */
  goals: readonly Pick<Goal, 'name' | 'kind' | 'target'>[];
}

/** Pages come first, but leave room for events: a confirmation is rarely the wrong goal. */
const pagesFirst = 5;

type Target = Pick<GoalProposal, 'kind' | 'target' | 'visits'>;

/** Goals for pages that confirm something and for custom events, without those that are goals already. */
export function proposeGoals({ pages, events, goals }: ArrivedGoals): GoalProposal[] {
  const isKnown = ({ kind, target }: Target) =>
    goals.some(
      (goal) =>
        goal.kind === kind &&
        (goal.target === target || (kind === 'page' && matchesPathPattern(goal.target, target))),
    );
  const choose = (targets: readonly Target[]) =>
    targets.filter((each) => isPossible(each) && !isKnown(each)).sort(byVisits);
  const pageTargets = choose(addUp(pages)).slice(0, pagesFirst);
  const eventTargets = choose(events.map(({ value, visits }) => ({ kind: 'event', target: value, visits })));
  const names = new Set(goals.map(({ name }) => toComparable(name)));
  return [...pageTargets, ...eventTargets]
    .slice(0, proposalsMax)
    .map((target) => ({ ...target, name: toFreeName(target, names) }));
}

/** Whether a goal may have the target: it is stored as it is, and names of events can be longer than those of goals. */
const isPossible = ({ kind, target, visits }: Target) =>
  visits > 0 && goalInput.safeParse({ name: kind, kind, target }).data?.target === target;

const byVisits = (a: Target, b: Target) => b.visits - a.visits || (a.target < b.target ? -1 : 1);

/** The confirmation pages, those that differ only in what follows it as one. */
function addUp(pages: readonly Arrived[]): Target[] {
  const sums = new Map<string, number>();
  for (const { value, visits } of pages) {
    // In a goal, a star in a path would match other pages.
    const target = value.includes('*') ? undefined : toConfirmationTarget(value);
    if (target !== undefined) sums.set(target, (sums.get(target) ?? 0) + visits);
  }
  return [...sums].map(([target, visits]) => ({ kind: 'page', target, visits }));
}

const toComparable = (name: string) => name.normalize('NFKC').replaceAll(/\s+/g, ' ').toLowerCase();

/** A name that neither a goal nor an earlier proposal has. */
function toFreeName({ kind, target }: Target, names: Set<string>): string {
  const text = (kind === 'page' ? `Reached ${target}` : target).trim();
  const name = text.slice(0, goalLimits.nameLength - 4).toWellFormed();
  let free = name;
  for (let number = 2; names.has(toComparable(free)); number += 1) free = `${name} ${number}`;
  names.add(toComparable(free));
  return free;
}
