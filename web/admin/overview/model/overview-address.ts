import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type OverviewDimension, overviewDimensions } from '../../../../contract/company/overview.ts';
import {
  type PortalView,
  readPortalView,
  toStatsQuery,
  writePortalView,
} from '../../../../contract/stats/view.ts';
import type { ChooseView } from '../../../period/choose-view.ts';
import { type ColumnName, columnNames } from './overview-columns.ts';
import type { OverviewSort } from './sort-companies.ts';

export interface OverviewAddress extends ChooseView {
  /** The parameters of questions about the period. */
  query: string;
  /** Null: newest first, as companies are listed. */
  sort: OverviewSort | null;
  changeSort: (sort: OverviewSort | null) => void;
  /** Null: those that fit the screen. */
  columns: readonly ColumnName[] | null;
  changeColumns: (columns: readonly ColumnName[] | null) => void;
  group: string | null;
  changeGroup: (group: string | null) => void;
  /** Whether the page lists what the companies have in common instead of each company. */
  isAcross: boolean;
  changeAcross: (isAcross: boolean) => void;
  dimension: OverviewDimension;
  changeDimension: (dimension: OverviewDimension) => void;
}

const across = 'values';

export const readDimension = (text: string | null): OverviewDimension =>
  overviewDimensions.find((name) => name === text) ?? 'source';

const isColumn = (text: string): text is ColumnName => (columnNames as readonly string[]).includes(text);

export function readSort(text: string | null): OverviewSort | null {
  const by = text?.replace(/^-/, '') ?? '';
  if (by !== 'name' && !isColumn(by)) return null;
  return { by, isDescending: text?.startsWith('-') === true };
}

export function readColumns(text: string | null): readonly ColumnName[] | null {
  if (text === null) return null;
  const chosen = text.split(',');
  return columnNames.filter((name) => chosen.includes(name));
}

/** The view of the overview, all of which is in the address. What is missing or invalid has its default. */
export function useOverviewAddress(): OverviewAddress {
  const [search, setSearch] = useSearchParams();

  const set = useCallback(
    (name: string, value: string | null) =>
      setSearch(
        (before) => {
          if (value === null) before.delete(name);
          else before.set(name, value);
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  const changeView = useCallback(
    (change: Partial<PortalView>) =>
      setSearch((before) => writePortalView({ ...readPortalView(before), ...change }, before), {
        preventScrollReset: true,
      }),
    [setSearch],
  );

  return useMemo(() => {
    const view = readPortalView(search);
    return {
      view,
      changeView,
      query: toStatsQuery({ ...view, filters: [], orders: 'all' }).toString(),
      sort: readSort(search.get('sort')),
      changeSort: (sort) => set('sort', sort && `${sort.isDescending ? '-' : ''}${sort.by}`),
      columns: readColumns(search.get('columns')),
      changeColumns: (columns) => set('columns', columns === null ? null : columns.join(',')),
      group: search.get('group'),
      changeGroup: (group) => set('group', group),
      isAcross: search.get('view') === across,
      changeAcross: (isAcross) => set('view', isAcross ? across : null),
      dimension: readDimension(search.get('dimension')),
      changeDimension: (dimension) => set('dimension', dimension),
    };
  }, [search, set, changeView]);
}
