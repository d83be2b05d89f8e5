interface Day<Entry> {
  /** The date in the reader's time zone. */
  key: string;
  at: string;
  entries: Entry[];
}

/** Groups entries, which are sorted newest first, by date in the reader's time zone. */
export function groupByDay<Entry extends { at: string }>(entries: readonly Entry[]): Day<Entry>[] {
  const days: Day<Entry>[] = [];
  for (const entry of entries) {
    const key = new Date(entry.at).toDateString();
    const last = days.at(-1);
    if (last?.key === key) last.entries.push(entry);
    else days.push({ key, at: entry.at, entries: [entry] });
  }
  return days;
}
