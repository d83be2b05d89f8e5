import type { ReactNode } from 'react';
import { formatSupportHours, toPhoneHref } from '../../../contract/site/brand.ts';
import { brand } from '../../site/brand.ts';
import { ContactForm } from './contact-form.tsx';

const linkClasses =
  'inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:text-live';

export function ContactSection() {
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="page grid gap-x-20 gap-y-12 pt-24 lg:grid-cols-[1fr_1.25fr] lg:pt-40"
    >
      <div>
        <h2 id="contact-title" className="text-display">
          Write to us
        </h2>
        <p className="mt-5 max-w-[36ch] text-lead text-soft">
          Tell us what you want to automate, improve or measure. A person answers within 24 hours.
        </p>
        <dl className="mt-10 grid max-w-[26rem]">
          <Way label="Email">
            <a className={linkClasses} href={`mailto:${brand().email}`}>
              {brand().email}
            </a>
          </Way>
          <Way label="Phone">
            <a className={linkClasses} href={toPhoneHref(brand().phone)}>
              {brand().phone}
            </a>
          </Way>
          <Way label="Location">{brand().location}</Way>
          <Way label="Support">{formatSupportHours(brand().supportHours)}</Way>
        </dl>
      </div>
      <ContactForm />
    </section>
  );
}

function Way({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-14 grid-cols-[6rem_1fr] items-center border-b border-line">
      <dt className="font-mono text-note text-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
