import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ReportWithDeliveries } from '../../../../contract/reports/reports.ts';
import { ApiError } from '../../../api/client.ts';
import { Timestamp } from '../../../signed-in/timestamp.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { type ReportId, reportQuery } from '../../api/reports.ts';
import type { CommentDrafts } from '../model/comment-drafts.ts';
import { toReportKey } from '../model/report-key.ts';
import { kindLabels, stateLabels, toCount, toMailsLabel, toPeriodLabel } from '../model/report-labels.ts';
import { CommentForm } from './comment-form.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { MailPreview } from './mail-preview.tsx';
import { ReportActions } from './report-actions.tsx';

interface ReportDetailProps {
  id: ReportId;
  drafts: CommentDrafts;
  onClose: () => void;
  /** Skipped, or held again: it is not in the same list any more. */
  onMoved: () => void;
  onReleased: (result: string) => void;
}

/** The report that the address names: its comment, its actions, its mails and how it looks. */
export function ReportDetail({ id, drafts, onClose, onMoved, onReleased }: ReportDetailProps) {
  const query = useQuery(reportQuery(id));
  return (
    <div className="min-w-0">
      <button
        type="button"
        onClick={onClose}
        className="-ml-2 mb-3 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-soft hover:text-ink lg:hidden"
      >
        <ArrowLeft className="size-5" strokeWidth={1.5} aria-hidden="true" />
        All reports
      </button>
      {query.data && <Detail report={query.data} drafts={drafts} onReleased={onReleased} onMoved={onMoved} />}
      {!query.data &&
        query.error &&
        (query.error instanceof ApiError && query.error.status === 404 ? (
          <UnknownReport />
        ) : (
          <LoadFailed title="Failed to load the report" query={query} />
        ))}
      {!query.data && !query.error && <Spinner />}
    </div>
  );
}

/** An old link, or one that was cut off: asking again would not help. */
function UnknownReport() {
  return (
    <div className="border-l-2 border-line py-3 pl-6">
      <h2 className="text-title">There is no such report</h2>
      <p className="mt-1 text-soft">
        It was removed, or the address is not complete.{' '}
        <Link to="/admin/reports" className="underline underline-offset-4 hover:text-live">
          All reports
        </Link>
      </p>
    </div>
  );
}

interface DetailProps extends Omit<ReportDetailProps, 'id' | 'onClose'> {
  report: ReportWithDeliveries;
}

function Detail({ report, drafts, onMoved, onReleased }: DetailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [wasReleased, setWasReleased] = useState(false);
  // The button that sent it is gone then.
  const isSent = wasReleased && report.state !== 'held';
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it appears, and when it was sent
  useEffect(() => {
    // Scrolls to it on phones, where it replaces the list.
    heading.current?.focus();
  }, [isSent]);
  const key = toReportKey(report);
  const isOpen = report.state === 'held' || report.state === 'planned';
  return (
    <article aria-labelledby="open-report" className="grid min-w-0 grid-cols-1 gap-6">
      <div>
        <p className="text-note text-soft">
          {kindLabels[report.kind]} report · {stateLabels[report.state]}
        </p>
        <h2
          ref={heading}
          id="open-report"
          tabIndex={-1}
          className="mt-1 text-lead font-semibold wrap-anywhere outline-none"
        >
          {report.company}, {toPeriodLabel(report)}
        </h2>
        <p className="mt-1 text-[0.9375rem] text-soft">
          <Facts report={report} /> ·{' '}
          <Link
            to={`/admin/companies/${report.companyId}#reports`}
            className="underline underline-offset-4 hover:text-live"
          >
            Recipients and settings
          </Link>
        </p>
      </div>
      {isOpen && (
        <CommentForm report={report} draft={drafts.get(key)} onDraft={(draft) => drafts.set(key, draft)} />
      )}
      {!isOpen && report.comment !== '' && (
        <p className="max-w-[68ch] border-l-2 border-line pl-4 wrap-anywhere whitespace-pre-wrap">
          {report.comment}
        </p>
      )}
      {!isOpen && drafts.get(key) && (
        <LostComment text={drafts.get(key)?.text ?? ''} onDiscard={() => drafts.set(key, undefined)} />
      )}
      <ReportActions
        report={report}
        drafts={drafts}
        onMoved={onMoved}
        onReleased={(result) => {
          setWasReleased(true);
          onReleased(result);
        }}
      />
      {report.state === 'released' && <DeliveryList report={report} />}
      <MailPreview report={report} />
    </article>
  );
}

function Facts({ report }: { report: ReportWithDeliveries }) {
  const { state, releasedAt, releasedBy, recipientCount } = report;
  if (state !== 'released')
    return recipientCount === 0 ? 'No recipients' : toCount(recipientCount, 'recipient');
  return (
    <>
      {toMailsLabel(report)}
      {releasedAt && (
        <>
          {' · '}
          <Timestamp at={releasedAt} />
          {releasedBy !== '' && ` by ${releasedBy}`}
        </>
      )}
    </>
  );
}

/** The report was sent or skipped while its comment was being written. */
function LostComment({ text, onDiscard }: { text: string; onDiscard: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-control bg-warn-wash p-4">
      <p className="text-[0.9375rem] text-warn">
        Your comment was not saved, because the report was sent or skipped first:
      </p>
      <p className="text-[0.9375rem] wrap-anywhere whitespace-pre-wrap">{text}</p>
      <Button shape="secondary" size="small" className="min-h-11" onClick={onDiscard}>
        Discard it
      </Button>
    </div>
  );
}
