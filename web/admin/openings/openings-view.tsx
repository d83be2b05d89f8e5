import { useInfiniteQuery } from '@tanstack/react-query';
import { apiPaths } from '../../../contract/paths.ts';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { DateLabel } from '../../signed-in/timestamp.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { useTitle } from '../../ui/layout/use-title.ts';
import { openingsQuery } from '../api/accesses.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ExportLink } from '../components/export-link.tsx';
import { groupByDay } from '../components/group-by-day.ts';
import { OpeningLines } from '../components/opening-lines.tsx';
import { ShowOlderButton } from '../components/show-older-button.tsx';

export function OpeningsView() {
  useTitle('Openings');
  const log = useInfiniteQuery(openingsQuery());
  const openings = log.data?.pages.flatMap((page) => page.openings);
  return (
    <>
      <PageTitle
        title="Openings"
        note="Who opened which portal, newest first. The agency counts only where it opens a share link."
      >
        {openings && openings.length > 0 && <ExportLink address={apiPaths.openingsFile} />}
      </PageTitle>
      <div className="mt-6 grid max-w-[72rem] gap-8">
        {!openings && log.error && <LoadFailed title="Failed to load the openings" query={log} />}
        {!openings && !log.error && <Spinner />}
        {openings?.length === 0 && (
          <EmptyState
            title="No portal was opened yet"
            action={<LinkButton to="/admin">Companies</LinkButton>}
          >
            <p>
              When a client opens a portal with a key or a link, it is listed here. A browser counts once in
              half an hour.
            </p>
          </EmptyState>
        )}
        {groupByDay(openings ?? []).map((day) => (
          <section key={day.key} aria-label={day.key}>
            <h2 className="border-b border-strong pb-2 text-note font-medium text-soft">
              <DateLabel at={day.at} />
            </h2>
            <OpeningLines openings={day.entries} ofDay />
          </section>
        ))}
        <ShowOlderButton {...log} />
      </div>
    </>
  );
}
