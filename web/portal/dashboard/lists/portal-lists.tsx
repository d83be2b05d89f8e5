import { lazy, Suspense } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { useIsHydrated } from '../../../ui/use-is-hydrated.ts';
import { ListPanel } from './list-panel.tsx';
import { type ListPanelContent, listPanels } from './list-panels.ts';
import { useAllRows } from './use-all-rows.ts';

const AllRows = lazy(() => import('./all-rows.tsx').then((file) => ({ default: file.AllRows })));

interface PortalListsProps {
  panels?: readonly ListPanelContent[];
}

/** Where the figures come from: pages, sources, places, devices and events. */
export function PortalLists({ panels = listPanels }: PortalListsProps) {
  const { shown, close } = useAllRows();
  const isHydrated = useIsHydrated();
  const isOne = panels.length === 1;
  const hasShown = panels.some(({ tabs }) =>
    tabs.some((tab) => [tab, ...(tab.choices ?? [])].some(({ dimension }) => dimension === shown?.dimension)),
  );
  return (
    <section
      aria-label={isOne ? undefined : 'Lists'}
      className={classNames(
        'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4',
        isOne ? 'h-full' : 'lg:grid-cols-2',
      )}
    >
      {panels.map((panel, index) => (
        <ListPanel
          key={panel.title}
          {...panel}
          // A last panel without a neighbour is as wide as both columns.
          isWide={!isOne && index === panels.length - 1 && index % 2 === 0}
        />
      ))}
      {isHydrated && shown && hasShown && (
        <Suspense>
          <AllRows key={shown.dimension} list={shown} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}
