import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { findEndedName } from '../stored-portal-names.ts';
import { AccessForm } from './access-form.tsx';
import { AccessPicture } from './access-picture.tsx';
import { MyPortals } from './my-portals.tsx';
import { NewLinkSection } from './new-link-section.tsx';

export const meta = () =>
  pageMeta({
    title: 'Company Portal Access',
    description: 'Enter your company access key to view your analytics portal',
    hidden: true,
  });

/** The name of the portal whose access ended, if this browser or this tab has shown it. */
function readEndedName(search: string): string | undefined {
  const id = new URLSearchParams(search).get('ended');
  return id === null ? undefined : findEndedName(id);
}

export default function CompanyAccessScreen() {
  const { search } = useLocation();
  // Set after hydration, because the page is prerendered without the address and the storage of a browser.
  const [ended, setEnded] = useState<string>();
  useEffect(() => setEnded(readEndedName(search)), [search]);

  return (
    <SiteLayout>
      <div className="page grid items-center gap-x-16 gap-y-10 pt-10 lg:min-h-[74dvh] lg:grid-cols-[minmax(0,30rem)_1fr] lg:pt-16">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          {ended !== undefined && (
            <p role="status" className="rounded-control bg-warn-wash px-5 py-4 break-words text-warn">
              Your access to <strong className="font-medium">{ended}</strong> has ended. Enter its access key
              or request a new link to open it again. If neither works, ask your account administrator.
            </p>
          )}
          <AccessForm />
          <MyPortals />
          <NewLinkSection />
        </div>
        <AccessPicture />
      </div>
    </SiteLayout>
  );
}
