import { pageMeta } from '../../ui/layout/page-meta.ts';
import { LegalPage } from './legal-page.tsx';
import { privacy } from './privacy.ts';

export const meta = () => pageMeta({ title: privacy.title, description: privacy.lead });

export default function PrivacyPolicyScreen() {
  return <LegalPage text={privacy} />;
}
