import { pageMeta } from '../../ui/layout/page-meta.ts';
import { LegalPage } from './legal-page.tsx';
import { terms } from './terms.ts';

export function meta() {
  const { title, lead } = terms();
  return pageMeta({ title, description: lead });
}

export default function TermsOfServiceScreen() {
  return <LegalPage name="terms" text={terms()} />;
}
