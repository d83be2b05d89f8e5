import type { StatsDimension } from '../../../../contract/stats/model/dimensions.ts';
import { useSearchParams } from '../../routing/routing.ts';
import { findListDimension } from './list-panels.ts';

/** The dimension whose rows are all shown is in the address: Back closes them, and they can be shared. */
export function useAllRows() {
  const [search, setSearch] = useSearchParams();
  const change = (dimension: StatsDimension | undefined) =>
    setSearch(
      (before) => {
        const written = new URLSearchParams(before);
        if (dimension) written.set('rows', dimension);
        else written.delete('rows');
        return written;
      },
      { preventScrollReset: true, replace: dimension === undefined },
    );
  return {
    shown: findListDimension(search.get('rows')),
    open: (dimension: StatsDimension) => change(dimension),
    close: () => change(undefined),
  };
}
