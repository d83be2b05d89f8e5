import { usualHomeFigures } from '../../../contract/site/home-figures.ts';
import { staticPart } from '../../loading/static-part.tsx';
import { brand } from '../../site/brand.ts';
import { siteSettings } from '../../site/site-settings.ts';
import { LinkButton } from '../../ui/button.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { SampleNote } from '../sample-note.tsx';
import { ContactSection } from './contact-section.tsx';
import { PortalPreview } from './portal-preview.tsx';

const Showcase = staticPart('showcase', () => import('./showcase.tsx').then((file) => file.Showcase));

export const meta = () =>
  pageMeta({
    title: brand().name,
    description:
      'Chatbots, predictive analytics, automation and web design for businesses, with live figures.',
  });

export default function HomeScreen() {
  return (
    <SiteLayout>
      <div className="page grid items-center gap-x-16 gap-y-14 pt-14 pb-16 lg:min-h-[calc(100dvh-11rem)] lg:grid-cols-[1.12fr_1fr] lg:pt-10 lg:pb-12">
        <div className="min-w-0">
          <h1 className="text-display">Empower Your Business with Intelligent Web Solutions</h1>
          <p className="mt-6 max-w-[46ch] text-lead text-soft">
            Chatbots, forecasts, automation and web design, made by one team, each with its figures live
            beside it.
          </p>
          <div className="mt-9 flex flex-wrap gap-3">
            <LinkButton to="/dashboard" className="min-h-12 px-6!">
              Get Started
            </LinkButton>
            <LinkButton to="/book-demo" shape="secondary" className="min-h-12 px-6!">
              Book a Demo
            </LinkButton>
          </div>
        </div>
        <PortalPreview />
      </div>
      <HomeFigures />
      <Showcase />
      <ContactSection />
    </SiteLayout>
  );
}

function HomeFigures() {
  const { homeFigures: own } = siteSettings();
  const figures = own ?? usualHomeFigures;
  if (figures.length === 0) return null;
  return (
    <div className="page">
      <dl className="grid gap-x-10 border-t border-strong sm:grid-cols-3">
        {figures.map((figure) => (
          <div
            key={figure.label}
            className="flex items-baseline gap-3 border-b border-line py-5 sm:flex-col-reverse sm:gap-1 sm:border-b-0 sm:py-7 lg:flex-row lg:gap-3"
          >
            <dt className="order-2 text-soft sm:order-none lg:order-2">{figure.label}</dt>
            <dd className="min-w-20 text-heading font-medium tabular sm:min-w-0">{figure.value}</dd>
          </div>
        ))}
      </dl>
      {!own && <SampleNote>Sample figures.</SampleNote>}
    </div>
  );
}
