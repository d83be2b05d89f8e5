import { useRef, useState } from 'react';

export interface ListEditor<Entry extends object> {
  entries: readonly Entry[];
  /** Stays the same while an entry is edited or moved. */
  keyOf: (entry: Entry) => number;
  /** The key of the entry that was added last, which opens. */
  added: number | undefined;
  add: (entry: Entry) => void;
  edit: (index: number, part: Partial<Entry>) => void;
  move: (index: number, by: -1 | 1) => void;
  remove: (index: number) => void;
  /** The entry that was removed last, until it is put back or the list changes in another way. */
  removed: { entry: Entry; index: number } | undefined;
  putBack: () => void;
  /** For screen readers. */
  announcement: string;
}

interface Options<Entry extends object> {
  entries: readonly Entry[];
  onChange: (entries: Entry[]) => void;
  toName: (entry: Entry, index: number) => string;
}

/** A list that is edited entry by entry. */
export function useListEditor<Entry extends object>(options: Options<Entry>): ListEditor<Entry> {
  const { entries, onChange, toName } = options;
  const keys = useRef(new WeakMap<Entry, number>());
  const lastKey = useRef(0);
  const [added, setAdded] = useState<number>();
  const [removed, setRemoved] = useState<{ entry: Entry; index: number; rest: readonly Entry[] }>();
  const [announcement, setAnnouncement] = useState('');

  function keyOf(entry: Entry): number {
    const known = keys.current.get(entry);
    if (known !== undefined) return known;
    lastKey.current += 1;
    keys.current.set(entry, lastKey.current);
    return lastKey.current;
  }

  return {
    entries,
    keyOf,
    added,
    announcement,
    removed: removed?.rest === entries || removed?.rest.length === entries.length ? removed : undefined,
    add: (entry) => {
      setAdded(keyOf(entry));
      setRemoved(undefined);
      onChange([...entries, entry]);
    },
    edit: (index, part) => {
      const before = entries[index];
      if (!before) return;
      const entry = { ...before, ...part };
      keys.current.set(entry, keyOf(before));
      onChange(entries.with(index, entry));
    },
    move: (index, by) => {
      const entry = entries[index];
      const other = entries[index + by];
      if (!entry || !other) return;
      onChange(entries.with(index, other).with(index + by, entry));
      setAnnouncement(`${toName(entry, index)} is now ${index + by + 1} of ${entries.length}`);
    },
    remove: (index) => {
      const entry = entries[index];
      if (!entry) return;
      const rest = entries.toSpliced(index, 1);
      setRemoved({ entry, index, rest });
      onChange(rest);
    },
    putBack: () => {
      if (!removed) return;
      setRemoved(undefined);
      onChange(entries.toSpliced(removed.index, 0, removed.entry));
      setAnnouncement(`${toName(removed.entry, removed.index)} is back in the list`);
    },
  };
}
