import { Link } from 'react-router';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import type { CompanySetupAnswer, GoalProposal } from '../../../../contract/company/company-setup.ts';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { formatCount } from '../../../ui/format.ts';
import { useCreateGoal } from '../../api/company-setup.ts';

interface GoalsStepProps {
  company: AdminCompany;
  setup: CompanySetupAnswer;
  onCreated: () => Promise<void>;
}

/** Goals that the site itself proposes: pages that confirm something, and custom events. */
export function GoalsStep({ company, setup, onCreated }: GoalsStepProps) {
  const { proposals, lastEventAt } = setup;
  return (
    <>
      <p className="max-w-[66ch] text-soft">
        A goal is a page or an event that visits should reach. The portal then shows how many do, and from
        which source.
      </p>
      <div role="status" className="text-soft empty:hidden">
        {proposals === null && 'The statistics are busy. Proposals appear here in a moment.'}
        {proposals?.length === 0 &&
          (lastEventAt
            ? 'Nothing that arrived in the last 30 days looks like a goal yet. Open the thank-you page of the site once, and it is proposed here.'
            : 'Proposals appear here when the site sends its first events.')}
      </div>
      {proposals && proposals.length > 0 && (
        <ul aria-label="Proposed goals">
          {proposals.map((proposal) => (
            <Proposal
              key={`${proposal.kind} ${proposal.target}`}
              companyId={company.id}
              proposal={proposal}
              onCreated={onCreated}
            />
          ))}
        </ul>
      )}
      <p>
        <Link
          to={`/company-portal/${company.id}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-live"
        >
          Define another goal on the portal
        </Link>
      </p>
    </>
  );
}

interface ProposalProps {
  companyId: string;
  proposal: GoalProposal;
  onCreated: () => Promise<void>;
}

function Proposal({ companyId, proposal, onCreated }: ProposalProps) {
  const create = useCreateGoal(companyId);
  const { kind, target, visits } = proposal;

  async function createGoal() {
    try {
      const created = await create.mutateAsync(proposal);
      toast.success('Goal created', created.name);
    } catch (error) {
      showError(error);
      return;
    }
    await onCreated();
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3 last:border-b">
      <div className="min-w-0">
        <p className="font-mono text-[0.9375rem] wrap-anywhere">{target}</p>
        <p className="text-[0.9375rem] text-soft tabular">
          {kind === 'page' ? 'Page' : 'Event'} · {visits === 1 ? '1 visit' : `${formatCount(visits)} visits`}{' '}
          in the last 30 days
        </p>
      </div>
      <Button
        shape="secondary"
        size="small"
        className="min-h-11"
        busy={create.isPending}
        onClick={createGoal}
      >
        Create goal<span className="sr-only"> for {target}</span>
      </Button>
    </li>
  );
}
