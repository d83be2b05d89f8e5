import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { AccessPicture } from './access-picture.tsx';
import { OpenLinkPanel } from './open-link-panel.tsx';

export const meta = () =>
  pageMeta({
    title: 'Open your portal',
    description: 'Opens your analytics portal with the link from your mail.',
    hidden: true,
  });

export default function OpenLinkScreen() {
  return (
    <SiteLayout>
      <div className="page grid items-center gap-x-16 gap-y-10 pt-6 lg:min-h-[74dvh] lg:grid-cols-[minmax(0,30rem)_1fr] lg:pt-16">
        <OpenLinkPanel />
        <AccessPicture />
      </div>
    </SiteLayout>
  );
}
