import type { AuditEntry } from '../../../contract/accounts.ts';

interface Day {
  /** Midnight of the reader's day, as a key. */
  key: string;
  at: string;
  entries: AuditEntry[];
}

/** Entries, newest first, by the reader's own days. */
export function groupByDay(entries: AuditEntry[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const key = new Date(entry.at).toDateString();
    const last = days.at(-1);
    if (last?.key === key) last.entries.push(entry);
    else days.push({ key, at: entry.at, entries: [entry] });
  }
  return days;
}
