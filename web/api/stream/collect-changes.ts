interface CollectedChanges<Item> {
  add: (items: readonly Item[]) => void;
  close: () => void;
}

/** Applies the first changes at once, and those that follow together, at most once in the given time. */
export function collectChanges<Item>(
  apply: (items: ReadonlySet<Item>) => void,
  everyMs: number,
): CollectedChanges<Item> {
  let waiting = new Set<Item>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    if (waiting.size === 0) return;
    const items = waiting;
    waiting = new Set();
    timer = setTimeout(flush, everyMs);
    apply(items);
  }
  return {
    add: (items) => {
      for (const item of items) waiting.add(item);
      if (timer === undefined) flush();
    },
    close: () => clearTimeout(timer),
  };
}
