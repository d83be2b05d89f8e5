import { useState } from 'react';
import type { DemoRequest } from '../../../contract/public/contact.ts';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { DemoAgenda } from './demo-agenda.tsx';
import { DemoConfirmed } from './demo-confirmed.tsx';
import { DemoForm } from './demo-form.tsx';

const title = 'Book a Demo';
const lead =
  'Thirty minutes with the people who would build your system, not with the people who would sell it.';

export const meta = () => pageMeta({ title, description: lead });

export default function BookDemoScreen() {
  const [sent, setSent] = useState<DemoRequest>();
  return (
    <SiteLayout>
      {sent ? (
        <DemoConfirmed request={sent} />
      ) : (
        <div className="page grid gap-x-20 gap-y-12 pt-14 lg:grid-cols-[1fr_minmax(0,31rem)] lg:grid-rows-[auto_1fr] lg:pt-24">
          <div className="min-w-0">
            <h1 className="text-display">{title}</h1>
            <p className="mt-5 max-w-[40ch] text-lead text-soft">{lead}</p>
          </div>
          <div className="min-w-0 lg:row-span-2">
            <DemoForm onSent={setSent} />
            <p className="mt-5 px-1 text-note text-soft">We answer within 24 hours.</p>
          </div>
          <DemoAgenda />
        </div>
      )}
    </SiteLayout>
  );
}
