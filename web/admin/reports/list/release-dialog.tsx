import { useState } from 'react';
import type { Report } from '../../../../contract/reports/reports.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { Button } from '../../../ui/button.tsx';
import { errorMessage } from '../../../ui/feedback/show-error.ts';
import { useReleaseReports } from '../../api/reports.ts';
import type { CommentDrafts } from '../model/comment-drafts.ts';
import { toReportKey } from '../model/report-key.ts';
import { toCount, toPeriodLabel } from '../model/report-labels.ts';

interface ReleaseDialogProps {
  reports: readonly Report[];
  drafts: CommentDrafts;
  onClose: () => void;
  /** With what happened, in a sentence or two. */
  onReleased: (result: string) => void;
}

const toResult = (released: number, asked: number): string => {
  const left = asked - released;
  const rest =
    left === 0 ? '' : ` ${left} ${left === 1 ? 'was' : 'were'} sent or skipped before, and not again.`;
  if (released === 0)
    return `Nothing was sent: ${asked === 1 ? 'this report no longer waits' : 'these reports no longer wait'} for review.`;
  return `${toCount(released, 'report')} ${released === 1 ? 'is' : 'are'} being sent. “Sent” lists their mails.${rest}`;
};

/** A company with several of the reports is named once. */
const toCompanies = (reports: readonly Report[]) =>
  [...new Set(reports.map(({ company }) => company))].join(', ');

/** Names what is sent to how many before anything is. */
export function ReleaseDialog({ reports: asked, drafts, onClose, onReleased }: ReleaseDialogProps) {
  // The reports of the question: the list behind it loses the reports as soon as they are sent.
  const [reports] = useState(asked);
  const release = useReleaseReports();
  const mails = reports.reduce((sum, { recipientCount }) => sum + recipientCount, 0);
  const without = reports.filter(({ recipientCount }) => recipientCount === 0);
  const unsaved = reports.filter((report) => drafts.get(toReportKey(report)) !== undefined);
  const isOneComment = unsaved.length === 1;
  const what = toCount(reports.length, 'report');

  async function send() {
    try {
      const released = await release.mutateAsync(reports);
      onReleased(toResult(released, reports.length));
      onClose();
    } catch {
      // Shown above the buttons.
    }
  }

  return (
    <Modal title={`Send ${what}?`} onClose={() => !release.isPending && onClose()}>
      <p className="mt-2 text-[0.9375rem] text-soft">
        {toCount(mails, 'mail')} {mails === 1 ? 'leaves' : 'leave'} at once, with the comments as they are
        saved. A mail cannot be taken back.
      </p>
      <ul className="mt-4 max-h-60 overflow-y-auto border-y border-line py-2 text-[0.9375rem]">
        {reports.map((report) => (
          <li key={toReportKey(report)} className="flex justify-between gap-4 py-1">
            <span className="min-w-0 wrap-anywhere">
              {report.company}
              <span className="text-soft">, {toPeriodLabel(report)}</span>
            </span>
            <span className="shrink-0 text-soft tabular">{toCount(report.recipientCount, 'mail')}</span>
          </li>
        ))}
      </ul>
      {without.length > 0 && (
        <p className="mt-3 text-[0.9375rem] text-warn">
          {without.length === reports.length
            ? 'No recipients: no mail leaves.'
            : `Without recipients: ${toCompanies(without)}.`}
        </p>
      )}
      {unsaved.length > 0 && (
        <p className="mt-3 text-[0.9375rem] text-warn">
          {isOneComment ? 'The comment' : 'The comments'} for {toCompanies(unsaved)}{' '}
          {isOneComment ? 'is' : 'are'} not saved and will be missing.
        </p>
      )}
      {release.isError && (
        <p role="alert" className="mt-3 text-[0.9375rem] text-danger">
          {errorMessage(release.error)} Nothing is sent twice if you try again.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={release.isPending} onClick={send}>
          {release.isPending ? 'Sending…' : `Send ${what}`}
        </Button>
        <Button shape="quiet" busy={release.isPending} onClick={onClose}>
          Not yet
        </Button>
      </div>
    </Modal>
  );
}
