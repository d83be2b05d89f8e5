import { useQuery } from '@tanstack/react-query';
import type { Finding } from '../../../contract/operation/self-check.ts';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { useTitle } from '../../ui/layout/use-title.ts';
import { backupsQuery, watchedSelfCheckQuery } from '../api/operation.ts';
import { BackupsSection } from './backups-section.tsx';
import { FindingList } from './finding-list.tsx';
import { OperationLinks } from './operation-links.tsx';

const count = (findings: Finding[], state: Finding['state']) =>
  findings.filter((finding) => finding.state === state).length;

function summarize(findings: Finding[]): string {
  const problems = count(findings, 'problem');
  const notices = count(findings, 'notice');
  if (problems + notices === 0) return 'Everything that the server can check is in order.';
  const parts = [
    problems > 0 && (problems === 1 ? '1 problem' : `${problems} problems`),
    notices > 0 && (notices === 1 ? '1 notice' : `${notices} notices`),
  ];
  return parts.filter(Boolean).join(', ');
}

/** The findings of the server about itself, and its backups, for owners. */
export function HealthView() {
  useTitle('Health');
  const check = useQuery(watchedSelfCheckQuery);
  const backups = useQuery(backupsQuery);
  return (
    <>
      <PageTitle title="Health" note={check.data && summarize(check.data.findings)}>
        <OperationLinks />
      </PageTitle>
      <div className="mt-6 grid grid-cols-1 gap-12">
        {check.data && <FindingList findings={check.data.findings} />}
        {!check.data && check.error && <LoadFailed title="Failed to load the self-check" query={check} />}
        {!check.data && !check.error && <Spinner />}
        {backups.data && <BackupsSection backups={backups.data} />}
        {!backups.data && backups.error && <LoadFailed title="Failed to load the backups" query={backups} />}
      </div>
    </>
  );
}
