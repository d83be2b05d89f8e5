import { Clock, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { formatSupportHours, toPhoneHref } from '../../../contract/site/brand.ts';
import { brand } from '../../site/brand.ts';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { ContactForm } from './contact-form.tsx';
import { OfficeMap } from './office-map.tsx';

// Rendered only in the browser, so it is loaded after the page.
const OfficeHours = lazy(() =>
  import('./office-hours.tsx').then((module) => ({ default: module.OfficeHours })),
);

const title = 'Contact';
const lead = 'A person reads every message and answers within 24 hours.';

export const meta = () => pageMeta({ title, description: lead });

const lineClasses = 'flex min-h-11 items-center';
const linkClasses = `${lineClasses} underline decoration-line underline-offset-4 hover:text-live`;

export default function ContactScreen() {
  return (
    <SiteLayout>
      <div className="page pt-14 lg:pt-24">
        <h1 className="text-display">Contact us</h1>
        <p className="mt-5 max-w-[44ch] text-lead text-soft">{lead}</p>
        <div className="mt-12 grid items-start gap-x-16 gap-y-14 lg:mt-16 lg:grid-cols-[1.45fr_1fr]">
          <ContactForm />
          <section aria-labelledby="ways" className="min-w-0">
            <h2 id="ways" className="sr-only">
              Other ways to reach us
            </h2>
            <div className="overflow-hidden rounded-panel border border-line bg-raised">
              <OfficeMap />
              <Way icon={MapPin} title="Location">
                <p className={lineClasses}>{brand().location}</p>
              </Way>
              <Way icon={Mail} title="Email">
                <a href={`mailto:${brand().email}`} className={linkClasses}>
                  {brand().email}
                </a>
              </Way>
              <Way icon={Phone} title="Phone">
                <a href={toPhoneHref(brand().phone)} className={linkClasses}>
                  {brand().phone}
                </a>
              </Way>
              <Way icon={Clock} title="Support hours">
                <p className={lineClasses}>{formatSupportHours(brand().supportHours)}</p>
                <Suspense>
                  <OfficeHours />
                </Suspense>
              </Way>
            </div>
          </section>
        </div>
      </div>
    </SiteLayout>
  );
}

function Way({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 border-t border-line px-6 py-4">
      <Icon className="size-5 shrink-0 text-live" strokeWidth={1.5} aria-hidden="true" />
      <div className="min-w-0">
        <h3 className="text-note text-soft">{title}</h3>
        <div className="text-lead">{children}</div>
      </div>
    </div>
  );
}
