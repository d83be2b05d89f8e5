import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { domainLimits } from '../../../contract/site/domains.ts';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { type DomainOwner, domainsQuery } from '../api/domains.ts';
import { AddDomain } from './add-domain.tsx';
import { DomainCard } from './domain-card.tsx';

/** The own address of a company’s portal, or (null) the addresses of the agency’s portals: state, record and actions. */
export function DomainPanel({ companyId: owner }: { companyId: DomainOwner }) {
  const list = useQuery(domainsQuery(owner));
  // Forms and buttons that had the focus are removed after they did their work.
  const panel = useRef<HTMLDivElement>(null);
  const focusPanel = () => panel.current?.focus({ preventScroll: true });
  const { data } = list;
  if (!data && list.error) return <LoadFailed title="Failed to load the addresses" query={list} />;
  if (!data) return <Spinner />;
  const max = owner === null ? domainLimits.ofAgency : domainLimits.perCompany;
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      {data.domains.length > 0 && (
        <ul>
          {data.domains.map((domain) => (
            <DomainCard
              key={domain.id}
              owner={owner}
              domain={domain}
              target={data.target}
              onRemoved={focusPanel}
            />
          ))}
        </ul>
      )}
      {data.domains.length < max && <AddDomain owner={owner} onAdded={focusPanel} />}
    </div>
  );
}
