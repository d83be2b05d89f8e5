import type { KeyboardEvent } from 'react';
import type { Report } from '../../../../contract/reports/reports.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import type { CommentDrafts } from '../model/comment-drafts.ts';
import { toReportKey } from '../model/report-key.ts';
import { kindLabels, toCount, toMailsLabel, toPeriodLabel } from '../model/report-labels.ts';

interface Selection {
  has: (reportKey: string) => boolean;
  toggle: (reportKey: string) => void;
}

interface ReportListProps {
  reports: readonly Report[];
  openKey: string | undefined;
  onOpen: (reportKey: string) => void;
  drafts: CommentDrafts;
  /** Undefined where nothing is done with several reports. */
  selection: Selection | undefined;
}

/** The arrow keys move the focus through the list. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  if (step === undefined || at < 0) return;
  event.preventDefault();
  buttons[at + step]?.focus();
}

export function ReportList({ reports, openKey, onOpen, drafts, selection }: ReportListProps) {
  return (
    <ul aria-label="Reports" onKeyDown={moveFocus} className="border-t border-line">
      {reports.map((report) => {
        const key = toReportKey(report);
        return (
          <li key={key} className="flex border-b border-line">
            {selection && (
              <span className="flex shrink-0 py-3.5 pr-3 pl-0.5">
                <Checkbox
                  aria-label={`Select ${report.company}, ${toPeriodLabel(report)}`}
                  checked={selection.has(key)}
                  onChange={() => selection.toggle(key)}
                />
              </span>
            )}
            <ReportLine
              report={report}
              isOpen={key === openKey}
              isUnsaved={drafts.get(key) !== undefined}
              onOpen={() => onOpen(key)}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface ReportLineProps {
  report: Report;
  isOpen: boolean;
  /** Whether a comment of it is not saved. */
  isUnsaved: boolean;
  onOpen: () => void;
}

function ReportLine({ report, isOpen, isUnsaved, onOpen }: ReportLineProps) {
  const { company, kind, state, comment, recipientCount, mails } = report;
  const isReleased = state === 'released';
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      data-report={toReportKey(report)}
      onClick={onOpen}
      className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 px-2 py-3 text-left text-[0.9375rem] transition-colors hover:bg-raised focus-visible:outline-offset-[-2px] aria-current:bg-live-wash"
    >
      <span className="truncate font-medium">{company}</span>
      <span
        className={classNames(
          'text-right text-note whitespace-nowrap tabular',
          isReleased && mails.failed > 0 ? 'text-danger' : recipientCount === 0 ? 'text-warn' : 'text-soft',
        )}
      >
        {isReleased
          ? toMailsLabel(report)
          : recipientCount === 0
            ? 'No recipients'
            : toCount(recipientCount, 'recipient')}
      </span>
      <span className="truncate text-soft">
        {toPeriodLabel(report)} · {kindLabels[kind]}
      </span>
      {isUnsaved && <span className="text-right text-note text-warn">Comment not saved</span>}
      {!isUnsaved && !isReleased && comment === '' && (
        <span className="text-right text-note text-soft">No comment</span>
      )}
      {comment !== '' && (
        <span className="col-span-2 mt-0.5 line-clamp-2 text-note wrap-anywhere text-soft">“{comment}”</span>
      )}
    </button>
  );
}
