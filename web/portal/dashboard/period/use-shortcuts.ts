import { useEffect, useRef } from 'react';
import { statsComparisons } from '../../../../contract/stats/model/periods.ts';
import { usePeriodSteps } from '../../../period/use-period-steps.ts';
import { usePortal } from '../view/use-portal.ts';
import { areShortcutsOn, periodKeys } from './shortcuts.ts';

/** Keys that are typed into a field, a list or a dialog are not shortcuts. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, select, textarea, dialog, [contenteditable]') !== null;

/** Single keys for the period, the comparison and the filters of the page. `?` opens their list. */
export function useShortcuts(onHelp: () => void): void {
  const { company, view, changeView } = usePortal();
  const { before, after } = usePeriodSteps({ view, changeView, timeZone: company.timeZone });
  const run = useRef<(key: string) => void>(() => undefined);
  run.current = (key) => {
    if (key === '?') return onHelp();
    if (!areShortcutsOn()) return;
    const period = periodKeys[key];
    if (period) return changeView({ period: { period } });
    if (key === 'b') return before?.();
    if (key === 'f') return after?.();
    if (key === 'x' && view.filters.length > 0) return changeView({ filters: [] });
    if (key !== 'c') return;
    const next = (statsComparisons.indexOf(view.compare) + 1) % statsComparisons.length;
    changeView({ compare: statsComparisons[next] ?? 'previous' });
  };

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (hasModifier || event.defaultPrevented || event.repeat || isTyping(event.target)) return;
      run.current(event.key);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
