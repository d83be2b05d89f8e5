import { ChevronRight, Plus } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ListButtons } from './list-buttons.tsx';
import { type ListEditor, useListEditor } from './use-list-editor.ts';

interface ListEditorProps<Entry extends object> {
  entries: readonly Entry[];
  onChange: (entries: Entry[]) => void;
  /** The name of an entry, such as "question". */
  what: string;
  toName: (entry: Entry, index: number) => string;
  /** Shown next to the name of a closed entry. */
  toNote?: (entry: Entry) => string | undefined;
  toNew: () => Entry;
  max: number;
  /** Shown instead of an empty list. */
  empty: string;
  /** The fields of an entry. `edit` changes some of them. */
  children: (entry: Entry, edit: (part: Partial<Entry>) => void, index: number) => ReactNode;
}

/** Entries that open for editing, are moved by buttons, and can be put back after they were removed. */
export function ListEditorFields<Entry extends object>(props: ListEditorProps<Entry>) {
  const { entries, onChange, what, toName, toNew, max, empty, children, toNote } = props;
  const list = useListEditor({ entries, onChange, toName });
  const isFull = entries.length >= max;
  const named = (entry: Entry, index: number) => toName(entry, index) || `${what} ${index + 1}`;

  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      {entries.length === 0 && !list.removed && <p className="text-[0.9375rem] text-soft">{empty}</p>}
      {(entries.length > 0 || list.removed) && (
        <ol className="border-b border-line">
          {entries.map((entry, index) => (
            <Fragment key={list.keyOf(entry)}>
              {list.removed?.index === index && <RemovedEntry list={list} toName={named} />}
              <li className="flex items-start gap-x-2 border-t border-line py-1">
                <Entry
                  name={named(entry, index)}
                  note={toNote?.(entry)}
                  startsOpen={list.added === list.keyOf(entry)}
                >
                  {children(entry, (part) => list.edit(index, part), index)}
                </Entry>
                <ListButtons
                  name={named(entry, index)}
                  isFirst={index === 0}
                  isLast={index === entries.length - 1}
                  onMove={(by) => list.move(index, by)}
                  onRemove={() => list.remove(index)}
                />
              </li>
            </Fragment>
          ))}
          {list.removed && list.removed.index >= entries.length && (
            <RemovedEntry list={list} toName={named} />
          )}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          shape="secondary"
          size="small"
          className="min-h-11"
          busy={isFull}
          onClick={() => list.add(toNew())}
        >
          <Plus className="size-4" strokeWidth={1.5} aria-hidden="true" />
          Add a {what}
        </Button>
        {isFull && <p className="text-note text-soft">There is room for {max}.</p>}
      </div>
      <p role="status" className="sr-only">
        {list.announcement}
      </p>
    </div>
  );
}

interface EntryProps {
  name: string;
  note: string | undefined;
  startsOpen: boolean;
  children: ReactNode;
}

function Entry({ name, note, startsOpen, children }: EntryProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!startsOpen || !details.current) return;
    details.current.open = true;
    details.current.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, [startsOpen]);
  return (
    <details ref={details} className="group min-w-0 flex-1">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2.5 rounded-control py-1.5 hover:text-live [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90"
          strokeWidth={1.75}
          aria-hidden="true"
        />
        <span className="min-w-0">
          <span className="font-medium wrap-anywhere">{name}</span>
          {note && <span className="block truncate text-note text-soft">{note}</span>}
        </span>
      </summary>
      <fieldset className="grid min-w-0 grid-cols-1 gap-5 pt-2 pb-5 pl-6.5">
        <legend className="sr-only">{name}</legend>
        {children}
      </fieldset>
    </details>
  );
}

interface RemovedEntryProps<Entry extends object> {
  list: ListEditor<Entry>;
  toName: (entry: Entry, index: number) => string;
}

/** In the place of a removed entry, with the focus, which was on the button that removed it. */
function RemovedEntry<Entry extends object>({ list, toName }: RemovedEntryProps<Entry>) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus({ preventScroll: true }), []);
  if (!list.removed) return null;
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-t border-line bg-sunken px-3 py-1 text-[0.9375rem] text-soft">
      <span role="status" className="min-w-0 wrap-anywhere">
        {toName(list.removed.entry, list.removed.index)} removed
      </span>
      <Button
        ref={undo}
        shape="quiet"
        size="small"
        className="min-h-11 text-ink hover:text-live"
        onClick={list.putBack}
      >
        Undo
      </Button>
    </li>
  );
}
