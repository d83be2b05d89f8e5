import { useMutation, useQueryClient } from '@tanstack/react-query';
import { company, type PortalCompany } from '../../../../contract/company/companies.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { patchJson } from '../../../api/client.ts';
import { adminKey, companyKey } from '../../../api/query-client.ts';
import { withRecentSignIn } from '../../../api/session/recent-sign-in.ts';
import { ConfirmedButton } from '../../../signed-in/confirmed-button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

function useCountHost({ id, name, displayDomain, description, hostNames }: PortalCompany) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (host: string) => {
      const change = { name, domain: displayDomain, description, hostNames: [...hostNames, host] };
      return withRecentSignIn(() => patchJson(apiPaths.company(id), change, { parse: company.parse }));
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: companyKey(id) }),
        client.invalidateQueries({ queryKey: adminKey('companies') }),
      ]),
  });
}

/** Adds a rejected host to the hosts of a company. */
export function CountHostButton({ company, host }: { company: PortalCompany; host: string }) {
  const add = useCountHost(company);
  return (
    <ConfirmedButton
      label={`Count ${host} too`}
      name={`Count ${host} too`}
      warning={`From now on, events of pages on ${host} count for ${company.name}. Do this only if the host belongs to the company. Events that were rejected stay rejected. You can take the host out again in the company's settings.`}
      confirm={`Count ${host}`}
      busy="Saving..."
      isDangerous={false}
      onConfirm={async () => {
        await add.mutateAsync(host);
        toast.success(`Events of ${host} count from now on`);
      }}
    />
  );
}
