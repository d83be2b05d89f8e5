import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { companyReportsQuery } from '../../api/reports.ts';
import { kindLabels, stateLabels, toMailsLabel, toPeriodLabel } from '../../reports/model/report-labels.ts';
import { toReportPath } from '../../reports/model/report-tabs.ts';
import { LoadingLine } from './loading-line.tsx';

const shownMax = 6;

/** The newest reports of a company: planned ones first, so that a comment can be written before they are sent. */
export function LastReports({ companyId }: { companyId: string }) {
  const list = useQuery(companyReportsQuery(companyId));
  const reports = list.data;
  return (
    <>
      <h3 className="mt-8 font-medium">Last reports</h3>
      <div className="mt-3">
        {!reports && list.error && <LoadFailed title="Failed to load the reports" query={list} />}
        {!reports && !list.error && <LoadingLine />}
        {reports?.length === 0 && (
          <p className="text-[0.9375rem] text-soft">
            None yet. Once monthly or weekly reports are on, the current period appears here.
          </p>
        )}
        <ul aria-label="Last reports" className="border-b border-line empty:hidden">
          {reports?.slice(0, shownMax).map((report) => (
            <li key={report.period} className="border-t border-line">
              <Link
                to={toReportPath(report)}
                className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 py-2 text-[0.9375rem] hover:text-live"
              >
                <span>
                  {toPeriodLabel(report)} <span className="text-soft">· {kindLabels[report.kind]}</span>
                </span>
                <span className="text-note text-soft tabular">
                  {report.state === 'released' ? toMailsLabel(report) : stateLabels[report.state]}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
