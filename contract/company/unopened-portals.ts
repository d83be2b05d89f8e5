/** A portal that no one outside the agency opened for this many days counts as not opened. */
export const unopenedDays = 30;

const unopenedMs = unopenedDays * 86_400_000;

/**
 * Whether no one outside the agency opened the portal of a company for `unopenedDays`. A company that is younger does not
 * count: its portal may not have been handed over yet.
 */
export function isUnopened(
  { createdAt, lastOpenedAt }: { createdAt: string; lastOpenedAt: string | null },
  now: number,
): boolean {
  return (
    Date.parse(lastOpenedAt ?? createdAt) <= now - unopenedMs && Date.parse(createdAt) <= now - unopenedMs
  );
}
