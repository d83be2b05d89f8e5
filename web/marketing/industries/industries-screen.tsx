import { LinkButton } from '../../ui/button.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { SampleNote } from '../sample-note.tsx';
import { ClientDots } from './client-dots.tsx';
import { formatMillions, industries, totals } from './industries.ts';
import { IndustryRow } from './industry-row.tsx';

const title = 'Industries';
const lead =
  'Six industries, each with its own rules and busy seasons. We learn yours before we build anything.';

export const meta = () => pageMeta({ title, description: lead });

export default function IndustriesScreen() {
  return (
    <SiteLayout>
      <div className="page pt-14 lg:pt-24">
        <div className="grid items-end gap-x-16 gap-y-12 lg:grid-cols-[1fr_1.15fr]">
          <div>
            <h1 className="text-display">{title}</h1>
            <p className="mt-5 max-w-[40ch] text-lead text-soft">{lead}</p>
            <dl className="mt-10 flex flex-wrap gap-x-8 gap-y-5 sm:gap-x-12">
              <Total label="clients" value={String(totals.clients)} />
              <Total label="average growth" value={`+${totals.growthPercent}%`} />
              <Total label="revenue" value={formatMillions(totals.revenueMillions)} />
            </dl>
          </div>
          <ClientDots />
        </div>

        <div className="mt-20 border-b border-line lg:mt-28">
          {industries.map((industry) => (
            <IndustryRow key={industry.name} industry={industry} />
          ))}
        </div>
        <SampleNote>Client counts, growth and revenue on this page are demonstration figures.</SampleNote>

        <section
          aria-labelledby="other"
          className="mt-20 grid gap-6 lg:mt-28 lg:grid-cols-[1fr_auto] lg:items-end"
        >
          <div>
            <h2 id="other" className="max-w-[20ch] text-heading">
              Your industry is not on the list?
            </h2>
            <p className="mt-4 max-w-[52ch] text-lead text-soft">
              Tell us about one process that takes your team too long. In 30 minutes you know whether we can
              automate it.
            </p>
          </div>
          <LinkButton to="/book-demo" className="sm:justify-self-start">
            Book a Demo
          </LinkButton>
        </section>
      </div>
    </SiteLayout>
  );
}

function Total({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-[0.9375rem] text-soft">{label}</dt>
      <dd className="text-title font-medium tabular sm:text-heading">{value}</dd>
    </div>
  );
}
