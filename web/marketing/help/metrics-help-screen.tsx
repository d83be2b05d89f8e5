import { staticPart } from '../../loading/static-part.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';

const title = 'What the numbers mean';
const lead = 'Every number of a portal in plain words: what is counted, what is not, and how exact it is.';

const MetricsHelp = staticPart('metrics-help', () =>
  import('./metrics-help.tsx').then((file) => file.MetricsHelp),
);

export const meta = () => pageMeta({ title, description: lead });

export default function MetricsHelpScreen() {
  return (
    <SiteLayout>
      <div className="page pt-14 lg:pt-24">
        <h1 className="max-w-[14ch] text-display">{title}</h1>
        <p className="mt-5 max-w-[48ch] text-lead text-soft">{lead}</p>
      </div>
      <MetricsHelp />
    </SiteLayout>
  );
}
