import { pageMeta } from '../../ui/layout/page-meta.ts';
import { LegalPage } from './legal-page.tsx';
import { privacy } from './privacy.ts';

export function meta() {
  const { title, lead } = privacy();
  return pageMeta({ title, description: lead });
}

export default function PrivacyPolicyScreen() {
  return <LegalPage name="privacy" text={privacy()} />;
}
