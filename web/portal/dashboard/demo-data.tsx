import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import type { PortalCompany } from '../../../contract/company/companies.ts';
import { Button } from '../../ui/button.tsx';
import { errorMessage } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useClearDemoData, useGenerateDemoData } from '../api/portal.ts';
import { summaryQuery } from '../api/stats.ts';
import { usePortal } from './view/use-portal.ts';

interface DemoDataButtonProps {
  company: PortalCompany;
  hasRealEvents: boolean;
}

/** Not for viewers of a part of the site, or once the site sent an event: the server would reject the request. */
export function DemoDataButton({ company, hasRealEvents }: DemoDataButtonProps) {
  if (company.access.isNarrowed) return null;
  if (company.viewedAs === 'admin' || !hasRealEvents) return <GenerateDemoData companyId={company.id} />;
  return null;
}

function GenerateDemoData({ companyId }: { companyId: string }) {
  const simulate = useGenerateDemoData(companyId);

  async function generate() {
    try {
      await simulate.mutateAsync();
      toast.success('Demo analytics generated! Refresh in a few seconds to see data.');
    } catch (error) {
      toast.error(`Failed to generate demo data: ${errorMessage(error)}`);
    }
  }

  return (
    <Button
      shape="secondary"
      size="small"
      className="min-h-11 flex-1 whitespace-nowrap"
      busy={simulate.isPending}
      onClick={generate}
    >
      <FlaskConical className="size-5" strokeWidth={1.5} aria-hidden="true" />
      {simulate.isPending ? 'Generating...' : 'Generate Demo Data'}
    </Button>
  );
}

/** Shown above demo data, so that it is not mistaken for the numbers of the site. */
export function DemoDataBanner({ company }: { company: PortalCompany }) {
  const { id: companyId, access } = company;
  const { view } = usePortal();
  const { data: summary } = useQuery(summaryQuery(companyId, view));
  const clear = useClearDemoData(companyId);
  const isOnTheWay = summary?.source !== 'simulated';

  // mutateAsync, because its promise also resolves when the banner is unmounted before the response.
  async function clearData() {
    try {
      await clear.mutateAsync();
      toast.success('Demo data cleared');
    } catch (error) {
      toast.error(`Failed to clear demo data: ${errorMessage(error)}`);
    }
  }

  return (
    <section
      aria-label="Demo data"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-warn-wash px-4 py-2.5 text-[0.9375rem]"
    >
      <strong className="rounded-full border border-warn px-2.5 py-0.5 text-note font-medium text-warn">
        Demo data
      </strong>
      <p role="status" className="min-w-[16rem] flex-1 text-warn">
        {isOnTheWay
          ? 'The made-up figures are on their way. Until they are here, this page shows those of your site.'
          : 'These figures are made up. What your site tracks is kept, and comes back when you clear them.'}
      </p>
      {!access.isNarrowed && (
        <Button shape="secondary" size="small" busy={clear.isPending} onClick={clearData}>
          {clear.isPending ? 'Clearing...' : 'Clear'}
        </Button>
      )}
    </section>
  );
}
