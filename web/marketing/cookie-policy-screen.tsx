import { pageMeta } from '../ui/page-meta.ts';
import { cookies } from './legal/cookies.ts';
import { LegalPage } from './legal/legal-page.tsx';

export const meta = () => pageMeta({ title: cookies.title, description: cookies.lead });

export default function CookiePolicyScreen() {
  return <LegalPage text={cookies} />;
}
