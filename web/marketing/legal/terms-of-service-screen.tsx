import { pageMeta } from '../../ui/layout/page-meta.ts';
import { LegalPage } from './legal-page.tsx';
import { terms } from './terms.ts';

export const meta = () => pageMeta({ title: terms.title, description: terms.lead });

export default function TermsOfServiceScreen() {
  return <LegalPage text={terms} />;
}
