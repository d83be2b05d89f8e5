import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { isUnopened, unopenedDays } from '../../../../contract/company/unopened-portals.ts';
import { type Listed, toLastOpenedAt } from '../model/overview-columns.ts';

/** In the address while only companies are listed whose clients do not open the portal. The weekly mail links to it. */
const unopenedParameter = 'unopened';

/** The companies whose clients do not open the portal, and whether only these are listed. */
export function useUnopened(listed: readonly Listed[]) {
  const [parameters, setParameters] = useSearchParams();
  const companies = useMemo(() => {
    const now = Date.now();
    return listed.filter((each) =>
      isUnopened({ createdAt: each.company.created_at, lastOpenedAt: toLastOpenedAt(each) }, now),
    );
  }, [listed]);

  function show(isAlone: boolean) {
    const next = new URLSearchParams(parameters);
    if (isAlone) next.set(unopenedParameter, String(unopenedDays));
    else next.delete(unopenedParameter);
    setParameters(next, { replace: true, preventScrollReset: true });
  }
  return { companies, isAlone: parameters.get(unopenedParameter) !== null, show };
}
