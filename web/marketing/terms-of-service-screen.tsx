import { pageMeta } from '../ui/page-meta.ts';
import { LegalPage } from './legal/legal-page.tsx';
import { terms } from './legal/terms.ts';

export const meta = () => pageMeta({ title: terms.title, description: terms.lead });

export default function TermsOfServiceScreen() {
  return <LegalPage text={terms} />;
}
