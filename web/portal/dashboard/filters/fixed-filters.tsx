import { Lock } from 'lucide-react';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { parseFilter } from '../../../../contract/stats/filter.ts';
import { toFilterLabel } from './filter-labels.ts';

/** The fixed filters of the reader's access as text. */
export const listFixedLabels = ({ access }: Pick<PortalCompany, 'access'>): string[] =>
  access.filters.flatMap((text) => {
    const filter = parseFilter(text);
    return 'problem' in filter ? [] : [toFilterLabel(filter)];
  });

/** Which part of the site a portal shows to a reader who does not see all of it. Nothing for the others. */
export function FixedFilters({ company }: { company: Pick<PortalCompany, 'access'> }) {
  const labels = listFixedLabels(company);
  if (labels.length === 0) return null;
  return (
    <ul aria-label="The part of the site that you see" className="mt-3 flex min-w-0 flex-wrap gap-2">
      {labels.map((label) => (
        <li
          key={label}
          title={label}
          className="inline-flex min-h-11 max-w-full min-w-0 items-center gap-2 rounded-control border border-line bg-sunken px-3 text-[0.9375rem] text-soft"
        >
          <Lock className="size-4 shrink-0" strokeWidth={1.5} aria-hidden="true" />
          <bdi dir="auto" className="min-w-0 truncate">
            Only {label}
          </bdi>
        </li>
      ))}
    </ul>
  );
}
