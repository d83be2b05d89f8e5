import { lazy, Suspense } from 'react';
import { ListPanel } from './list-panel.tsx';
import { listPanels } from './list-panels.ts';
import { useAllRows } from './use-all-rows.ts';

const AllRows = lazy(() => import('./all-rows.tsx').then((file) => ({ default: file.AllRows })));

/** Where the figures come from: pages, sources, places, devices and events. */
export function PortalLists() {
  const { shown, close } = useAllRows();
  return (
    <section aria-label="Lists" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      {listPanels.map((panel, index) => (
        <ListPanel
          key={panel.title}
          {...panel}
          // A last panel without a neighbour is as wide as both columns.
          isWide={index === listPanels.length - 1 && index % 2 === 0}
        />
      ))}
      {shown && (
        <Suspense>
          <AllRows key={shown.dimension} list={shown} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}
