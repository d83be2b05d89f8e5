import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { usePermission } from '../../signed-in/use-permission.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useTitle } from '../../ui/layout/use-title.ts';
import { reportsQuery } from '../api/reports.ts';
import { UnsavedChanges } from '../company/unsaved-changes.tsx';
import { SegmentedControl } from '../components/segmented-control.tsx';
import { useOpenParam } from '../components/use-open-param.ts';
import { ReportDetail } from './detail/report-detail.tsx';
import { ReportTab } from './list/report-tab.tsx';
import { useCommentDrafts } from './model/comment-drafts.ts';
import { readReportKey, toReportKey } from './model/report-key.ts';
import { tabs, toTab } from './model/report-tabs.ts';
import { useNextFocus } from './model/use-next-focus.ts';

/** The list and the open report: next to each other, on small screens one of the two. */
export function ReportsView() {
  useTitle('Reports');
  const [search, setSearch] = useSearchParams();
  const openParam = useOpenParam('report');
  const drafts = useCommentDrafts();
  const [released, setReleased] = useState('');
  const mayEditTemplate = usePermission('report-template');
  const tab = toTab(search.get('tab'));
  const open = readReportKey(openParam.value);
  const list = useInfiniteQuery(reportsQuery(tab));
  const hasReports = list.data?.pages.some(({ reports }) => reports.length > 0) === true;
  const { pageProps, focusNext } = useNextFocus(open !== undefined);

  const choose = (state: string) =>
    setSearch(
      (before) => {
        before.set('tab', state);
        before.delete('report');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <div {...pageProps}>
      <div className={open ? 'max-lg:sr-only' : undefined}>
        <PageTitle title="Reports" note="What clients get by mail each week or month.">
          {mayEditTemplate && (
            <LinkButton to="/admin/reports/template" shape="secondary" size="small" className="min-h-11">
              Template
            </LinkButton>
          )}
        </PageTitle>
      </div>
      <div className={open ? 'max-lg:hidden' : undefined}>
        <div className="mt-5">
          <SegmentedControl
            legend="State"
            name="tab"
            value={tab}
            onChange={(state) => {
              setReleased('');
              choose(state);
            }}
            options={tabs.map(({ state, label }) => ({ value: state, label }))}
          />
        </div>
        <p
          role="status"
          className="mt-4 rounded-control bg-live-wash px-4 py-3 text-[0.9375rem] text-live empty:hidden"
        >
          {released}
        </p>
      </div>
      <div className="mt-5 grid grid-cols-1 items-start gap-x-10 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
        <div className={open ? 'max-lg:hidden' : undefined}>
          <ReportTab
            key={tab}
            state={tab}
            openKey={open && toReportKey(open)}
            onOpen={openParam.open}
            drafts={drafts}
            onReleased={(result, keys) => {
              setReleased(result);
              focusNext({ keys, closes: false });
            }}
          />
        </div>
        {open ? (
          <ReportDetail
            key={toReportKey(open)}
            id={open}
            drafts={drafts}
            onClose={openParam.close}
            onMoved={() => {
              openParam.close();
              focusNext({ keys: [toReportKey(open)], closes: true });
            }}
            onReleased={setReleased}
          />
        ) : (
          hasReports && (
            <p className="border-l border-line py-10 pl-10 text-soft max-lg:hidden">
              Choose a report to read it here as its recipients do.
            </p>
          )
        )}
      </div>
      <UnsavedChanges isChanged={drafts.isAny} />
    </div>
  );
}
