import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { LastReports } from './last-reports.tsx';
import { RecipientsPart } from './recipients-part.tsx';
import { ReportSwitches } from './report-switches.tsx';

/** Which reports a company gets, who receives them, and the last ones. */
export function ReportsSection({ company }: { company: AdminCompany }) {
  return (
    <section
      id="reports"
      aria-labelledby="reports-title"
      className="mt-12 scroll-mt-4 border-t border-line pt-5"
    >
      <h2 id="reports-title" className="text-title">
        Reports
      </h2>
      <p className="mt-2 text-[0.9375rem] text-soft">
        Mails with the figures of a week or month, sent at 6:00 of the first day after it in{' '}
        {company.timeZone}.
      </p>
      <ReportSwitches companyId={company.id} />
      <RecipientsPart company={company} />
      <LastReports companyId={company.id} />
    </section>
  );
}
