import { z } from 'zod';
import type { AccessRight } from '../../../../contract/company/access-rights.ts';
import type { ReportRecipient } from '../../../../contract/reports/reports.ts';
import { formatFilter, parseFilter, type StatsFilter } from '../../../../contract/stats/filter.ts';
import { type AccessScope, wholeScope } from '../../access/access.ts';
import type { RecipientRow } from './recipients.queries.ts';

/** The rights that a report depends on, and the limits of what it counts. */
export interface ReportScope {
  rights: ReadonlySet<AccessRight>;
  scope: AccessScope;
}

/** For previews without a recipient. */
export const wholeReportScope: ReportScope = {
  rights: new Set(['dashboard', 'money', 'orders']),
  scope: wholeScope,
};

/** Who a recipient is now: people of the access list have the name, address, rights and filters of their access. */
export interface CurrentRecipient {
  id: string;
  name: string;
  email: string;
  locale: string;
  problem: ReportRecipient['problem'];
  isSubscribed: boolean;
  sees: ReportScope;
}

export function toCurrentRecipient(row: RecipientRow, now: Date): CurrentRecipient {
  const { id, name, email, locale, unsubscribed_at } = row;
  const own = { id, name, email, locale, isSubscribed: unsubscribed_at === null };
  if (row.access_id === null)
    return { ...own, problem: null, sees: toSees(['dashboard', 'orders', 'money'], row.sees_money, []) };
  const rights = row.rights ?? [];
  const filters = readFilters(row.filters ?? []);
  return {
    ...own,
    name: row.access_name ?? name,
    email: row.access_email ?? email,
    problem: findProblem(row, rights, filters, now),
    sees: toSees(rights, row.sees_money, filters ?? []),
  };
}

/** An access without an address has ended too: nothing may be sent to the address that it had. */
function findProblem(
  { revoked_at, expires_at, access_email }: RecipientRow,
  rights: readonly string[],
  filters: StatsFilter[] | undefined,
  now: Date,
): ReportRecipient['problem'] {
  const hasEnded = revoked_at !== null || (expires_at !== null && expires_at.getTime() <= now.getTime());
  if (hasEnded || access_email === null) return 'access-ended';
  return rights.includes('dashboard') && filters ? null : 'no-dashboard';
}

/** Undefined if this version cannot read one of them: then the access sees nothing. */
function readFilters(texts: readonly string[]): StatsFilter[] | undefined {
  const filters = texts.map(parseFilter).flatMap((filter) => ('problem' in filter ? [] : [filter]));
  return filters.length === texts.length ? filters : undefined;
}

/** Money is seen by those whose access has the right and for whom it was not switched off here. */
function toSees(given: readonly string[], seesMoney: boolean, filters: StatsFilter[]): ReportScope {
  const seen = wholeReportScope.rights;
  const rights = [...seen].filter((right) => given.includes(right) && (right !== 'money' || seesMoney));
  return { rights: new Set(rights), scope: { seesMoney: rights.includes('money'), filters } };
}

/** Recipients with the same text get the same content. */
export const toScopeText = ({ rights, scope }: ReportScope): string =>
  JSON.stringify({ rights: [...rights], filters: scope.filters.map(formatFilter) });

const storedScope = z.object({ rights: z.array(z.string()), filters: z.array(z.string()) });

/** Whether a content that was made for a scope shows nothing that a reader may not see by now. */
export function mayStillSee(sees: ReportScope, scopeText: string): boolean {
  if (toScopeText(sees) === scopeText) return true;
  const { rights, filters } = storedScope.parse(JSON.parse(scopeText));
  const current = sees.scope.filters.map(formatFilter);
  const seen: ReadonlySet<string> = sees.rights;
  // Every filter narrows what is seen, so that a content with more of them shows less.
  return rights.every((right) => seen.has(right)) && current.every((filter) => filters.includes(filter));
}

/** Whether a recipient may still get what was written for an address and a scope. */
export const mayStillGet = (
  { problem, email, sees }: CurrentRecipient,
  written: { email: string; scope: string },
): boolean =>
  problem === null && email.toLowerCase() === written.email.toLowerCase() && mayStillSee(sees, written.scope);
