import { pageMeta } from '../ui/layout/page-meta.ts';
import { SiteLayout } from '../ui/layout/site-layout.tsx';
import { UnsubscribePage } from './unsubscribe-page.tsx';

export const meta = () =>
  pageMeta({ title: 'Unsubscribe', description: 'Ends mails that you do not want.', hidden: true });

export default function UnsubscribeScreen() {
  return (
    <SiteLayout>
      <UnsubscribePage />
    </SiteLayout>
  );
}
