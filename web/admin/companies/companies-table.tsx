import { Link } from 'react-router';
import type { AdminCompany } from '../../../contract/company/companies.ts';
import { TimeAgo, Timestamp } from '../../signed-in/timestamp.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ResponsiveTable, TableCell, TableRow } from '../components/responsive-table.tsx';
import { SetupLink } from '../components/setup-link.tsx';
import { AccessKey } from './access-key.tsx';

const columns = [
  { label: 'Company' },
  { label: 'Live now' },
  { label: 'Last event' },
  { label: 'Last opened' },
  { label: 'Open' },
  { label: 'Access key' },
  { label: 'Settings', isNumber: true },
] as const;

export function CompaniesTable({ companies }: { companies: AdminCompany[] }) {
  const now = useNow(5000);
  return (
    <ResponsiveTable caption="Companies, newest first" columns={columns}>
      {companies.map((company) => (
        <CompanyRow key={company.id} company={company} now={now} />
      ))}
    </ResponsiveTable>
  );
}

interface CompanyRowProps {
  company: AdminCompany;
  now: number;
}

const link =
  'inline-flex min-h-9 items-center underline decoration-strong underline-offset-4 hover:text-live hover:decoration-live';

function CompanyRow({ company, now }: CompanyRowProps) {
  return (
    <TableRow className="max-lg:grid-rows-[auto_1fr]">
      <TableCell className="max-lg:row-span-2 lg:w-[32%]">
        <span className="block leading-snug font-medium break-words max-lg:text-[1.0625rem]">
          {company.name}
        </span>
        <span className="block font-mono text-note break-all text-soft">{company.displayDomain}</span>
        <SetupLink company={company} className={`${link} text-note`} />
        {company.demoDataSince && (
          <span className="mt-1.5 flex flex-wrap items-center gap-x-2 text-note text-soft">
            <span className="rounded-full border border-warn px-2 py-px whitespace-nowrap text-warn">
              Demo data
            </span>
            <span>
              since <Timestamp at={company.demoDataSince} />
            </span>
          </span>
        )}
        {company.statisticsBehind && (
          <span className="mt-1.5 block text-note text-warn">
            Statistics are behind since <Timestamp at={company.statisticsBehind.since} />, because:{' '}
            <span className="break-words">{company.statisticsBehind.reason}</span>
          </span>
        )}
      </TableCell>
      <TableCell className="max-lg:text-right">
        <StatusBadge isOn={company.active > 0}>
          <span className="tabular">{company.active} live</span>
        </StatusBadge>
      </TableCell>
      <TableCell className="whitespace-nowrap text-soft tabular max-lg:self-start max-lg:text-right max-lg:text-note">
        {company.lastEventAt ? <TimeAgo at={company.lastEventAt} now={now} /> : 'no event yet'}
      </TableCell>
      <TableCell className="whitespace-nowrap text-soft tabular max-lg:col-span-2 max-lg:mt-1 max-lg:text-note">
        <span className="lg:sr-only">Portal last opened: </span>
        {company.lastOpenedAt ? <TimeAgo at={company.lastOpenedAt} now={now} /> : 'never'}
      </TableCell>
      <TableCell className="whitespace-nowrap max-lg:col-span-2 max-lg:mt-2">
        <Link to={`/company-portal/${company.id}`} className={`${link} mr-5`}>
          Portal<span className="sr-only"> of {company.name}</span>
        </Link>
        <Link to={`/tracking-script/${company.id}`} className={link}>
          Tracking code<span className="sr-only"> of {company.name}</span>
        </Link>
      </TableCell>
      <TableCell className="max-lg:mt-1">
        <AccessKey accessKey={company.access_key} company={company.name} />
      </TableCell>
      <TableCell className="text-right max-lg:mt-1 max-lg:self-start">
        <LinkButton to={`/admin/companies/${company.id}`} shape="secondary" size="small">
          Settings<span className="sr-only"> of {company.name}</span>
        </LinkButton>
      </TableCell>
    </TableRow>
  );
}
