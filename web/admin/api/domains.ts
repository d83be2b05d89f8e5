import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiPaths } from '../../../contract/paths.ts';
import { customDomain, customDomains } from '../../../contract/site/domains.ts';
import { getJson, postJson, sendDelete } from '../../api/client.ts';
import { adminKey } from '../../api/query-client.ts';
import { withRecentSignIn } from '../../api/session/recent-sign-in.ts';

/** The company of an own address; null for the addresses of the agency’s portals. */
export type DomainOwner = string | null;

const paths = {
  list: (owner: DomainOwner) => (owner === null ? apiPaths.domains : apiPaths.companyDomains(owner)),
  one: (owner: DomainOwner, id: string) =>
    owner === null ? apiPaths.domain(id) : apiPaths.companyDomain(owner, id),
  check: (owner: DomainOwner, id: string) =>
    owner === null ? apiPaths.checkDomain(id) : apiPaths.checkCompanyDomain(owner, id),
};

/** With the companies, so that live updates of these refresh it. */
export const domainsQuery = (owner: DomainOwner) =>
  queryOptions({
    queryKey: [...adminKey('companies'), 'domains', owner ?? 'agency'],
    queryFn: ({ signal }) => getJson(paths.list(owner), { parse: customDomains.parse, signal }),
  });

/** A change of addresses. Pending until the list shows it, after a failure too. */
function useDomainChange<Input, Answer>(owner: DomainOwner, change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: domainsQuery(owner).queryKey }),
  });
}

export function useAddDomain(owner: DomainOwner) {
  return useDomainChange(owner, (host: string) =>
    withRecentSignIn(() => postJson(paths.list(owner), { host }, { parse: customDomain.parse })),
  );
}

/** Asks the name servers for the record now. */
export function useCheckDomain(owner: DomainOwner) {
  return useDomainChange(owner, (id: string) =>
    postJson(paths.check(owner, id), {}, { parse: customDomain.parse }),
  );
}

export function useRemoveDomain(owner: DomainOwner) {
  return useDomainChange(owner, (id: string) => withRecentSignIn(() => sendDelete(paths.one(owner, id))));
}
