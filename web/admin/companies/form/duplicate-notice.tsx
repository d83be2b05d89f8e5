import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import type { DuplicateCompany } from './use-company-form.ts';

interface DuplicateNoticeProps {
  duplicate: DuplicateCompany | undefined;
  /** The label of the button that saves anyway. */
  confirm: string;
  onConfirm: () => void;
}

/** Asks whether a second company with the same name and domain is intended. */
export function DuplicateNotice({ duplicate, confirm, onConfirm }: DuplicateNoticeProps) {
  return (
    <div role="alert" className="empty:hidden lg:col-span-2">
      {duplicate && (
        <div className="arriving grid gap-3 rounded-control bg-warn-wash px-4 py-4 sm:px-5">
          <p className="font-medium break-words text-warn">{duplicate.message}</p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Button shape="secondary" size="small" onClick={onConfirm}>
              {confirm}
            </Button>
            <Link
              to={`/admin/companies/${duplicate.companyId}`}
              className="inline-flex min-h-9 items-center underline decoration-strong underline-offset-4 hover:text-live hover:decoration-live"
            >
              Open the existing company
            </Link>
          </div>
        </div>
      )}
    </div>
  );
}
