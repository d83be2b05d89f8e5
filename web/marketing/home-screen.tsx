import { brand } from '../brand.ts';
import { LinkButton } from '../ui/button.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

export const meta = () =>
  pageMeta({
    title: brand.name,
    description:
      'Chatbots, predictive analytics, automation and web design for businesses, with live figures.',
  });

export default function HomeScreen() {
  return (
    <SiteFrame>
      <div className="page grid min-h-[80dvh] content-center py-20">
        <h1 className="max-w-[16ch] text-display">Empower Your Business with Intelligent Web Solutions</h1>
        <p className="mt-6 max-w-[52ch] text-lead text-soft">
          Chatbots, predictive analytics, automation and web design, with the figures of your business live
          beside them.
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          <LinkButton to="/dashboard">Get Started</LinkButton>
          <LinkButton to="/book-demo" shape="secondary">
            Book a Demo
          </LinkButton>
        </div>
      </div>
    </SiteFrame>
  );
}
