import { useInfiniteQuery } from '@tanstack/react-query';
import { apiPaths } from '../../../contract/paths.ts';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { openingsQuery } from '../api/accesses.ts';
import { ExportLink } from '../components/export-link.tsx';
import { OpeningLines } from '../components/opening-lines.tsx';
import { ShowOlderButton } from '../components/show-older-button.tsx';

/** The openings that are shown before older ones are asked for. */
const shownFirst = 8;

/** Who opened the portal of a company, newest first. */
export function CompanyOpenings({ companyId }: { companyId: string }) {
  const log = useInfiniteQuery(openingsQuery(companyId));
  const openings = log.data?.pages.flatMap((page) => page.openings);
  return (
    <section
      id="openings"
      aria-labelledby="openings-title"
      className="mt-12 scroll-mt-4 border-t border-line pt-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="openings-title" className="text-title">
            Openings
          </h2>
          <p className="mt-2 text-[0.9375rem] text-soft">
            Who opened the portal. A browser counts once in half an hour, and the agency only where it opens a
            share link.
          </p>
        </div>
        {openings && openings.length > 0 && <ExportLink address={apiPaths.companyOpeningsFile(companyId)} />}
      </div>
      <div className="mt-4 grid gap-4">
        {!openings && log.error && <LoadFailed title="Failed to load the openings" query={log} />}
        {!openings && !log.error && <Spinner />}
        {openings?.length === 0 && <p className="text-soft">No one opened this portal yet.</p>}
        {openings && <OpeningLines openings={openings.slice(0, shownFirst)} />}
        {openings && openings.length > shownFirst && (
          <details>
            <summary className="min-h-11 rounded-control py-2 text-[0.9375rem] text-soft hover:text-live">
              Older openings
            </summary>
            <div className="mt-2 grid gap-4">
              <OpeningLines openings={openings.slice(shownFirst)} />
              <ShowOlderButton {...log} />
            </div>
          </details>
        )}
      </div>
    </section>
  );
}
