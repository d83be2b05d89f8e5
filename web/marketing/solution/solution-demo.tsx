import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { DemoItemRow } from './demo-item-row.tsx';
import type { SolutionDemoProps } from './solution.ts';

/** The demonstration on a solution page: a scene, and a list of sample items with buttons. */
export function SolutionDemo({ sceneTitle, scene, itemsTitle, items, create }: SolutionDemoProps) {
  return (
    <>
      <section aria-labelledby="scene" className="mt-10 lg:mt-12">
        <h2 id="scene" className="font-mono text-note text-soft">
          {sceneTitle}
        </h2>
        <div className="mt-4 rounded-panel bg-sunken p-5 sm:p-8">{scene}</div>
      </section>
      <section aria-labelledby="items" className="mt-14 lg:mt-20">
        <div className="flex flex-wrap items-center justify-between gap-4 border-b border-strong pb-4">
          <h2 id="items" className="text-title">
            {itemsTitle}
          </h2>
          {create && (
            <Button shape="secondary" onClick={() => toast.message(create.text)}>
              <Plus className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
              {create.label}
            </Button>
          )}
        </div>
        <ul>
          {items.map((item) => (
            <DemoItemRow key={item.name} item={item} />
          ))}
        </ul>
        <p className="mt-4 text-note text-soft">A demonstration: the buttons explain what they would do.</p>
      </section>
    </>
  );
}
