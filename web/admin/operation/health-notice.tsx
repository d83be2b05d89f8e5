import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { usePermission } from '../../signed-in/use-permission.ts';
import { selfCheckQuery } from '../api/operation.ts';

/** One line for owners while the self-check has a problem, with a link to it. Nothing otherwise, and no page waits for it. */
export function HealthNotice() {
  const isOwner = usePermission('operation');
  const { data } = useQuery({ ...selfCheckQuery, enabled: isOwner, throwOnError: false });
  const problems = data?.findings.filter(({ state }) => state === 'problem') ?? [];
  const [first] = problems;
  if (!isOwner || !first) return null;
  return (
    <p
      role="status"
      className="mb-5 flex items-start gap-2.5 rounded-control bg-warn-wash px-4 py-2.5 text-[0.9375rem] text-warn"
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0" strokeWidth={1.5} aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        {problems.length === 1 ? first.sentence : `The server has ${problems.length} problems.`}{' '}
        <Link to="/admin/health" className="font-medium underline underline-offset-4">
          See what to do
        </Link>
      </span>
    </p>
  );
}
