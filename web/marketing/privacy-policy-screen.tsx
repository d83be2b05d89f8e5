import { pageMeta } from '../ui/page-meta.ts';
import { LegalPage } from './legal/legal-page.tsx';
import { privacy } from './legal/privacy.ts';

export const meta = () => pageMeta({ title: privacy.title, description: privacy.lead });

export default function PrivacyPolicyScreen() {
  return <LegalPage text={privacy} />;
}
