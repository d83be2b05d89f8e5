import { pageMeta } from '../../ui/layout/page-meta.ts';
import { cookiePolicy } from './cookies.ts';
import { LegalPage } from './legal-page.tsx';

export const meta = () => pageMeta({ title: cookiePolicy.title, description: cookiePolicy.lead });

export default function CookiePolicyScreen() {
  return <LegalPage text={cookiePolicy} />;
}
