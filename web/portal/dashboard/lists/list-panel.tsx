import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Panel } from '../../../ui/panel.tsx';
import { usePortal } from '../view/use-portal.ts';
import { findFirstList, type ListPanelContent } from './list-panels.ts';
import { ListRows } from './list-rows.tsx';

/** A panel with a tab for each list, which opens with the company's choice. Only the list that is shown is asked for. */
export function ListPanel({ title, tabs, isWide }: ListPanelContent & { isWide: boolean }) {
  const id = useId();
  const { firstLists } = usePortal().company.display;
  const [first] = useState(() => findFirstList({ title, tabs }, firstLists));
  const [shown, setShown] = useState(first.tab);
  const [choice, setChoice] = useState(first.choice);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const tab = tabs[shown] ?? tabs[0];
  const list = tab.choices?.[choice] ?? tab;

  const show = (index: number) => {
    setShown(index);
    setChoice(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: (shown + 1) % tabs.length,
      ArrowLeft: (shown + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(next);
    buttons.current[next]?.focus();
  };

  return (
    <Panel
      labelledBy={`${id}-title`}
      className={classNames('@container flex min-w-0 flex-col p-4 sm:p-6', isWide && 'lg:col-span-2')}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={`${id}-title`} className="text-title">
          {title}
        </h2>
        {tabs.length > 1 && (
          <div
            role="tablist"
            aria-labelledby={`${id}-title`}
            className="-mx-2 flex flex-wrap"
            onKeyDown={onKeyDown}
          >
            {tabs.map(({ dimension, label }, index) => (
              <button
                key={dimension}
                ref={(element) => {
                  buttons.current[index] = element;
                }}
                type="button"
                role="tab"
                id={`${id}-tab-${index}`}
                aria-selected={index === shown}
                aria-controls={`${id}-rows`}
                tabIndex={index === shown ? 0 : -1}
                onClick={() => show(index)}
                className={classNames(
                  'min-h-11 px-2 text-[0.9375rem]',
                  index === shown ? 'font-medium underline underline-offset-8' : 'text-soft hover:text-ink',
                )}
              >
                {label}
              </button>
            ))}
          </div>
        )}
      </div>
      <div
        id={`${id}-rows`}
        {...(tabs.length > 1 && { role: 'tabpanel', 'aria-labelledby': `${id}-tab-${shown}` })}
        className="mt-2 flex grow flex-col"
      >
        {tab.choices && (
          <label className="mb-1 flex items-center gap-2 text-note text-soft">
            By
            <select
              value={choice}
              onChange={(event) => setChoice(Number(event.target.value))}
              className="min-h-11 rounded-control border border-strong bg-raised px-2 text-ink sm:min-h-9"
            >
              {tab.choices.map(({ dimension, label }, index) => (
                <option key={dimension} value={index}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        <ListRows key={list.dimension} title={title} list={list} />
      </div>
    </Panel>
  );
}
