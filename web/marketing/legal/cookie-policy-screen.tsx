import { pageMeta } from '../../ui/layout/page-meta.ts';
import { cookiePolicy } from './cookies.ts';
import { LegalPage } from './legal-page.tsx';

export function meta() {
  const { title, lead } = cookiePolicy();
  return pageMeta({ title, description: lead });
}

export default function CookiePolicyScreen() {
  return <LegalPage name="cookies" text={cookiePolicy()} />;
}
