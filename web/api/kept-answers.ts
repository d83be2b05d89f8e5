/** The last answers that this browser showed of a portal. */
export interface KeptAnswers {
  /** When the figures among them were answered, in milliseconds since 1970. */
  at: number;
  /** The view, as the address of the page had it. */
  search: string;
  /** Names the access that they were shown to: an administrator and viewers with other rights may use one browser. */
  access: string;
  /** Bodies by path and query. */
  answers: Record<string, unknown>;
}

const prefix = 'site.answers-';
/** Figures and names of portals under the names of releases before 0.7.0, which began with another word. */
const formerName = /^(?!site\.)\w+\.(portals|answers-[\da-f-]{36})$/;
/** Older figures are no help today. */
const lifetimeMs = 7 * 24 * 60 * 60_000;
/** The storage of a site has five million characters, for all portals together. */
const charactersMax = 400_000;

/** Keeps the answers until the next visit of the portal. Only the last view is kept. */
export function keepAnswers(companyId: string, kept: KeptAnswers): void {
  const text = JSON.stringify(kept);
  if (text.length > charactersMax) return;
  try {
    removeEntries((name) => formerName.test(name));
    localStorage.setItem(prefix + companyId, text);
  } catch {
    // Storage may be full or denied. The next visit then begins without figures.
  }
}

/** The answers kept of a view. Undefined without any, and for another kind of access, if it is known. */
export function findKeptAnswers(
  companyId: string,
  { search, access }: Pick<KeptAnswers, 'search'> & Partial<Pick<KeptAnswers, 'access'>>,
): KeptAnswers | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(prefix + companyId) ?? 'null') as KeptAnswers | null;
    const isUsable = kept?.search === search && (access === undefined || kept.access === access);
    return isUsable && Date.now() - kept.at < lifetimeMs ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** After a portal was opened with another access, this browser no longer has what the earlier one showed. */
export function removeKeptAnswersOfOthers(companyId: string, access: string): void {
  try {
    const kept = JSON.parse(localStorage.getItem(prefix + companyId) ?? 'null') as KeptAnswers | null;
    if (kept && kept.access !== access) removeKeptAnswers(companyId);
  } catch {
    removeKeptAnswers(companyId);
  }
}

/** After an administrator signed out, this browser no longer has the figures of any portal. */
export function removeAllKeptAnswers(): void {
  try {
    removeEntries((name) => name.startsWith(prefix) || formerName.test(name));
  } catch {
    // Storage is denied, so nothing was kept.
  }
}

/** After signing out of a portal, or losing access to it, this browser no longer has its figures. */
export function removeKeptAnswers(companyId: string): void {
  try {
    removeEntries((name) => formerName.test(name));
    localStorage.removeItem(prefix + companyId);
  } catch {
    // Storage is denied, so nothing was kept.
  }
}

function removeEntries(isRemoved: (name: string) => boolean): void {
  for (const name of Object.keys(localStorage)) if (isRemoved(name)) localStorage.removeItem(name);
}
