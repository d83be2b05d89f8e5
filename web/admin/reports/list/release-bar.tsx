import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import type { Report } from '../../../../contract/reports/reports.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import type { CommentDrafts } from '../model/comment-drafts.ts';
import { toCount } from '../model/report-labels.ts';
import { ReleaseDialog } from './release-dialog.tsx';

interface ReleaseBarProps {
  reports: readonly Report[];
  chosen: readonly Report[];
  onChoose: (reports: readonly Report[]) => void;
  drafts: CommentDrafts;
  onReleased: (result: string) => void;
}

/** Selects all reports that wait for review, and sends the selected ones. In sight while the list scrolls. */
export function ReleaseBar({ reports, chosen, onChoose, drafts, onReleased }: ReleaseBarProps) {
  const [isAsking, setIsAsking] = useState(false);
  const id = useId();
  const isAll = chosen.length === reports.length;
  return (
    <div className="sticky top-0 z-10 -mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-surface py-2">
      <span className="flex items-center gap-3 pl-0.5">
        <Checkbox id={id} checked={isAll} onChange={() => onChoose(isAll ? [] : reports)} />
        <label htmlFor={id} className="cursor-pointer py-2 text-[0.9375rem]">
          {chosen.length === 0 ? 'Select all' : `${chosen.length} of ${reports.length} selected`}
        </label>
      </span>
      {chosen.length > 0 && (
        <Button size="small" className="min-h-11" onClick={() => setIsAsking(true)}>
          <Send className="size-4" strokeWidth={1.5} aria-hidden="true" />
          Send {toCount(chosen.length, 'report')}
        </Button>
      )}
      {isAsking && (
        <ReleaseDialog
          reports={chosen}
          drafts={drafts}
          onClose={() => setIsAsking(false)}
          onReleased={onReleased}
        />
      )}
    </div>
  );
}
