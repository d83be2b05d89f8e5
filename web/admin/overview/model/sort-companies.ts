import { type ColumnName, columnOf, type Listed } from './overview-columns.ts';

export interface OverviewSort {
  by: ColumnName | 'name';
  isDescending: boolean;
}

const collator = new Intl.Collator('en', { numeric: true });
const byName = (a: Listed, b: Listed) => collator.compare(a.company.name, b.company.name);

/** The rows in another order. Equal ones are sorted by name, and rows without a value come last. */
export function sortCompanies(listed: readonly Listed[], { by, isDescending }: OverviewSort): Listed[] {
  const sign = isDescending ? -1 : 1;
  if (by === 'name') return [...listed].sort((a, b) => sign * byName(a, b));
  const { value, kind } = columnOf(by);
  return listed
    .map((row) => ({ row, value: value(row), kind: kind?.(row) ?? '' }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) {
        if (a.value === b.value) return byName(a.row, b.row);
        return a.value === null ? 1 : -1;
      }
      if (a.kind !== b.kind) return collator.compare(a.kind, b.kind);
      if (a.value === b.value) return byName(a.row, b.row);
      return sign * (a.value < b.value ? -1 : 1);
    })
    .map(({ row }) => row);
}
