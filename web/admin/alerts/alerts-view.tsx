import { Link, useSearchParams } from 'react-router';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { usePermission } from '../../signed-in/use-permission.ts';
import { useTitle } from '../../ui/layout/use-title.ts';
import { AgencyAlerts } from './agency-alerts.tsx';
import { AlertHistory } from './alert-history.tsx';

const agencyTab = 'agency';

const tabs = [
  { value: null, label: 'Alerts', to: '/admin/alerts' },
  { value: agencyTab, label: 'All companies and the server', to: `/admin/alerts?tab=${agencyTab}` },
];

const tab =
  'inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-[0.9375rem] text-soft hover:text-ink ' +
  'aria-[current=page]:border-live-dot aria-[current=page]:text-ink';

/** The alerts that were found, and for owners who gets the alerts of all companies and of the server. */
export function AlertsView() {
  useTitle('Alerts');
  const [search] = useSearchParams();
  const hasTabs = usePermission('agency-alerts');
  const isAgency = hasTabs && search.get('tab') === agencyTab;
  return (
    <>
      <PageTitle
        title="Alerts"
        note="Silent sites and unusual days. Nothing is reported that chance explains."
      />
      {hasTabs && (
        <nav aria-label="Alerts" className="mt-2">
          <ul className="flex flex-wrap gap-x-4">
            {tabs.map(({ value, label, to }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={tab}
                  aria-current={isAgency === (value === agencyTab) ? 'page' : undefined}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {isAgency ? <AgencyAlerts /> : <AlertHistory />}
    </>
  );
}
