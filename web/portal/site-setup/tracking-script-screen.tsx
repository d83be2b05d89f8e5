import { pageMeta } from '../../ui/layout/page-meta.ts';
import { ScriptLoader } from './script-loader.tsx';
import { SetupPage } from './setup-frame.tsx';
import { TrackingView } from './tracking-view.tsx';

export const meta = () =>
  pageMeta({
    title: 'Analytics Tracking Code',
    description: 'The script that makes the figures of a site live, and how to install it.',
    hidden: true,
  });

export default function TrackingScriptScreen() {
  return (
    <SetupPage>
      {(company) => (
        <ScriptLoader companyId={company.id}>
          {(script) => <TrackingView company={company} script={script} />}
        </ScriptLoader>
      )}
    </SetupPage>
  );
}
