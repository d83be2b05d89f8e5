import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportState } from '../../../../contract/reports/reports.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { reportsQuery } from '../../api/reports.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ShowOlderButton } from '../../components/show-older-button.tsx';
import type { CommentDrafts } from '../model/comment-drafts.ts';
import { toReportKey } from '../model/report-key.ts';
import { ReleaseBar } from './release-bar.tsx';
import { ReportList } from './report-list.tsx';

const emptyTexts: Record<ReportState, { title: string; text: string }> = {
  held: {
    title: 'Nothing to review',
    text: 'When a company holds its reports for review, they wait here from the morning after their period ends.',
  },
  planned: {
    title: 'No reports are planned',
    text: 'Switch on weekly or monthly reports in the settings of a company.',
  },
  released: { title: 'No report was sent yet', text: 'Sent reports are listed here, with who opened them.' },
  skipped: { title: 'No report was skipped', text: 'A held report that you skip is not sent.' },
};

interface ReportTabProps {
  state: ReportState;
  openKey: string | undefined;
  onOpen: (reportKey: string) => void;
  drafts: CommentDrafts;
  onReleased: (result: string, reportKeys: readonly string[]) => void;
}

/** The reports in a state. Held ones can be selected and sent together. */
export function ReportTab({ state, openKey, onOpen, drafts, onReleased }: ReportTabProps) {
  const list = useInfiniteQuery(reportsQuery(state));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const reports = list.data?.pages.flatMap((page) => page.reports);

  if (!reports && list.error) return <LoadFailed title="Failed to load the reports" query={list} />;
  if (!reports) return <Spinner />;
  if (reports.length === 0)
    return (
      <EmptyState
        title={emptyTexts[state].title}
        action={
          <LinkButton to="/admin" shape="secondary">
            Companies
          </LinkButton>
        }
      >
        <p>{emptyTexts[state].text}</p>
      </EmptyState>
    );

  // Reports that were sent or skipped elsewhere are not in the list any more.
  const chosen = reports.filter((each) => selected.has(toReportKey(each)));
  const isHeld = state === 'held';
  return (
    <div className="grid grid-cols-1 gap-4">
      {isHeld && (
        <ReleaseBar
          reports={reports}
          chosen={chosen}
          onChoose={(next) => setSelected(new Set(next.map(toReportKey)))}
          drafts={drafts}
          onReleased={(result) => {
            setSelected(new Set());
            onReleased(result, chosen.map(toReportKey));
          }}
        />
      )}
      <ReportList
        reports={reports}
        openKey={openKey}
        onOpen={onOpen}
        drafts={drafts}
        selection={
          isHeld
            ? {
                has: (key) => selected.has(key),
                toggle: (key) => {
                  const next = new Set(selected);
                  if (!next.delete(key)) next.add(key);
                  setSelected(next);
                },
              }
            : undefined
        }
      />
      <ShowOlderButton {...list} />
    </div>
  );
}
