import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import type { CompanySetupAnswer, SetupStep } from '../../../../contract/company/company-setup.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/layout/use-title.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useFirstEvent } from '../../api/company-setup.ts';
import { CodeStep } from './code-step.tsx';
import { FirstEventStep } from './first-event-step.tsx';
import { GoalsStep } from './goals-step.tsx';
import { InvitationStep } from './invitation-step.tsx';
import { OrdersStep } from './orders-step.tsx';
import { SetupStepItem } from './setup-step.tsx';
import { finishedId } from './step-texts.ts';
import { useSetupPath } from './use-setup-path.ts';

interface SetupViewProps {
  company: AdminCompany;
  setup: CompanySetupAnswer;
}

/** The path by which a company is set up. It can be left at any step: what is done is read from the data. */
export function SetupView({ company, setup }: SetupViewProps) {
  useTitle(`Set up ${company.name}`);
  useFirstEvent(company.id, setup.lastEventAt === null);
  const path = useSetupPath(company.id, setup);
  const { done, of } = setup.progress;
  const isFinished = setup.next === null;
  return (
    <>
      <SetupHead company={company} />
      <p className="mt-3 text-[0.9375rem] text-soft tabular">
        {done} of {of} steps done
        {isFinished ? ' or skipped.' : '. You can leave at any time and continue later.'}
      </p>
      <p role="status" className="sr-only">
        {path.announcement}
      </p>
      {isFinished && <Finished company={company} />}
      <ol className="mt-8 max-w-[56rem]">
        {setup.steps.map(({ step, state }, index) => (
          <SetupStepItem
            key={step}
            {...{ step, state, number: index + 1, isShown: path.shown.includes(step), isBusy: path.isBusy }}
            onToggle={() => path.toggle(step)}
            onSkip={(isSkipped) => path.setSkipped(step, isSkipped)}
            // Only the code waits for nothing else than the next step.
            onContinue={
              !isFinished && (state !== 'open' || step === 'code') ? () => path.goOn(step) : undefined
            }
          >
            <StepContent {...{ company, setup, step }} onSettled={() => path.settle(step)} />
          </SetupStepItem>
        ))}
      </ol>
    </>
  );
}

function StepContent({
  company,
  setup,
  step,
  onSettled,
}: SetupViewProps & { step: SetupStep; onSettled: () => Promise<void> }) {
  switch (step) {
    case 'code':
      return <CodeStep company={company} />;
    case 'first-event':
      return <FirstEventStep company={company} setup={setup} />;
    case 'orders': {
      const state = setup.steps.find((each) => each.step === step)?.state ?? 'open';
      return <OrdersStep companyId={company.id} state={state} />;
    }
    case 'goals':
      return <GoalsStep company={company} setup={setup} onCreated={onSettled} />;
    case 'invitation':
      return <InvitationStep company={company} onClosed={onSettled} />;
  }
}

function SetupHead({ company }: { company: AdminCompany }) {
  const { id, name } = company;
  return (
    <>
      <Link
        to="/admin"
        className="-ml-1 inline-flex min-h-11 items-center gap-1.5 px-1 text-[0.9375rem] text-soft hover:text-live"
      >
        <ArrowLeft className="size-4" strokeWidth={1.5} aria-hidden="true" />
        All companies
      </Link>
      <div className="mt-1 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-heading break-words">Set up {name}</h1>
          <p className="mt-1 font-mono text-note break-all text-soft">{company.displayDomain}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={`/company-portal/${id}`} shape="secondary" size="small" className="max-sm:min-h-11">
            Portal<span className="sr-only"> of {name}</span>
          </LinkButton>
          <LinkButton
            to={`/admin/companies/${id}`}
            shape="secondary"
            size="small"
            className="max-sm:min-h-11"
          >
            Settings<span className="sr-only"> of {name}</span>
          </LinkButton>
        </div>
      </div>
    </>
  );
}

function Finished({ company }: { company: AdminCompany }) {
  return (
    <Panel labelledBy={finishedId} className="arriving mt-6 max-w-[56rem] p-5 sm:p-7">
      <h2 id={finishedId} tabIndex={-1} className="text-title">
        {company.name} is set up
      </h2>
      <p className="mt-2 mb-5 max-w-[66ch] text-soft">
        The portal shows its numbers live. Every step stays open below, and everything else is in the
        settings.
      </p>
      <LinkButton to={`/company-portal/${company.id}`}>Open the portal</LinkButton>
    </Panel>
  );
}
