import { Send } from 'lucide-react';
import { useState } from 'react';
import type { Report } from '../../../../contract/reports/reports.ts';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useSendTest, useSetReportState } from '../../api/reports.ts';
import { ReleaseDialog } from '../list/release-dialog.tsx';
import type { CommentDrafts } from '../model/comment-drafts.ts';

interface ReportActionsProps {
  report: Report;
  drafts: CommentDrafts;
  onMoved: () => void;
  onReleased: (result: string) => void;
}

/** Everything that is done with one report. */
export function ReportActions({ report, drafts, onMoved, onReleased }: ReportActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const test = useSendTest(report);
  const { state } = report;

  async function sendTest() {
    try {
      await test.mutateAsync();
      toast.success('A test is on its way to your address');
    } catch (error) {
      showError(error);
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      {state === 'held' && (
        <Button size="small" className="min-h-11" onClick={() => setIsAsking(true)}>
          <Send className="size-4" strokeWidth={1.5} aria-hidden="true" />
          Send
        </Button>
      )}
      <Button shape="secondary" size="small" className="min-h-11" busy={test.isPending} onClick={sendTest}>
        {test.isPending ? 'Sending…' : 'Send me a test'}
      </Button>
      {(state === 'held' || state === 'skipped') && <StateButton report={report} onMoved={onMoved} />}
      {isAsking && (
        <ReleaseDialog
          reports={[report]}
          drafts={drafts}
          onClose={() => setIsAsking(false)}
          onReleased={(result) => {
            onReleased(result);
            toast.message(result);
          }}
        />
      )}
    </div>
  );
}

/** Skipping needs no confirmation: it is undone with one click. */
function StateButton({ report, onMoved }: { report: Report; onMoved: () => void }) {
  const change = useSetReportState(report);
  const isHeld = report.state === 'held';
  async function act() {
    try {
      await change.mutateAsync(isHeld ? 'skipped' : 'held');
      toast.success(
        isHeld
          ? `The report of ${report.company} is not sent. “Skipped” has it.`
          : `The report of ${report.company} waits for review again`,
      );
      onMoved();
    } catch (error) {
      showError(error);
    }
  }
  return (
    <Button shape="quiet" size="small" className="min-h-11" busy={change.isPending} onClick={act}>
      {isHeld ? 'Skip' : 'Hold for review again'}
    </Button>
  );
}
