import { type FormEvent, useState } from 'react';
import { reportTextLimits } from '../../../../contract/reports/report-template.ts';
import type { Report } from '../../../../contract/reports/reports.ts';
import { ApiError } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { errorMessage } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { useSaveComment } from '../../api/reports.ts';
import type { CommentDraft } from '../model/comment-drafts.ts';

interface CommentFormProps {
  report: Report;
  draft: CommentDraft | undefined;
  onDraft: (draft: CommentDraft | undefined) => void;
}

/** The agency's own words about a period. Another member may save a comment at the same time: neither text is lost. */
export function CommentForm({ report, draft, onDraft }: CommentFormProps) {
  const save = useSaveComment(report);
  const [isBusy, setIsBusy] = useState(false);
  const text = draft?.text ?? report.comment;
  const isChanged = text.trim() !== report.comment;
  // Known at once when the page reloads the report, and otherwise from the refusal of the server.
  const isConflict = draft !== undefined && draft.version !== report.commentVersion && isChanged;
  const error =
    save.error && !isConflict && !(save.error instanceof ApiError && save.error.status === 409)
      ? errorMessage(save.error)
      : undefined;

  async function send(version: number): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await save.mutateAsync({ comment: text, version });
      onDraft(undefined);
      toast.success('Comment saved');
    } catch {
      // Shown at the field.
    }
    setIsBusy(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isChanged && !isConflict) void send(draft?.version ?? report.commentVersion);
  }

  return (
    <form method="dialog" noValidate onSubmit={submit} className="grid max-w-[44rem] gap-3">
      <TextArea
        label="Comment"
        hint="Your own words about this period, above the figures. Empty for none."
        rows={2}
        className="min-h-24"
        maxLength={reportTextLimits.comment}
        value={text}
        error={error}
        onChange={({ currentTarget: { value } }) => {
          save.reset();
          onDraft(
            value === report.comment
              ? undefined
              : { text: value, version: draft?.version ?? report.commentVersion },
          );
        }}
      />
      {isConflict ? (
        <Conflict
          theirs={report.comment}
          isBusy={isBusy}
          onKeepMine={() => void send(report.commentVersion)}
          onUseTheirs={() => onDraft(undefined)}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            shape="secondary"
            size="small"
            className="min-h-11"
            busy={isBusy || !isChanged}
          >
            {isBusy ? 'Saving...' : 'Save comment'}
          </Button>
          <p role="status" className="text-note text-warn">
            {isChanged && !isBusy && 'Not saved yet'}
          </p>
        </div>
      )}
    </form>
  );
}

interface ConflictProps {
  theirs: string;
  isBusy: boolean;
  onKeepMine: () => void;
  onUseTheirs: () => void;
}

function Conflict({ theirs, isBusy, onKeepMine, onUseTheirs }: ConflictProps) {
  return (
    <div role="alert" className="grid gap-3 rounded-control bg-warn-wash p-4">
      <p className="text-[0.9375rem] text-warn">
        Another member saved a comment while you were writing. Yours is not saved yet.
      </p>
      <p className="text-[0.9375rem] wrap-anywhere whitespace-pre-wrap">
        {theirs === '' ? 'They removed the comment.' : `Theirs: “${theirs}”`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" className="min-h-11" busy={isBusy} onClick={onKeepMine}>
          {isBusy ? 'Saving...' : 'Save mine instead'}
        </Button>
        <Button shape="quiet" size="small" className="min-h-11" busy={isBusy} onClick={onUseTheirs}>
          Use theirs
        </Button>
      </div>
    </div>
  );
}
