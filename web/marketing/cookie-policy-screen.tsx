import { pageMeta } from '../ui/page-meta.ts';
import { cookiePolicy } from './legal/cookies.ts';
import { LegalPage } from './legal/legal-page.tsx';

export const meta = () => pageMeta({ title: cookiePolicy.title, description: cookiePolicy.lead });

export default function CookiePolicyScreen() {
  return <LegalPage text={cookiePolicy} />;
}
