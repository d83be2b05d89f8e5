import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { goalLimits } from '../../../../contract/company/goals.ts';
import type { StatsGoalAnswer } from '../../../../contract/stats/conversion-answers.ts';
import { hasFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { goalsQuery } from '../../api/goals.ts';
import { PartFailed } from '../view/part-failed.tsx';
import { usePortal } from '../view/use-portal.ts';
import { GoalsTable } from './goals-table.tsx';
import { PanelEmpty, PanelHead } from './panel-state.tsx';

const GoalDialog = lazy(() =>
  import('./goal-dialog.tsx').then(({ GoalDialog }) => ({ default: GoalDialog })),
);

export function GoalsPanel() {
  const { company, view } = usePortal();
  const answer = useQuery(goalsQuery(company.id, view));
  /** The goal in the dialog; `new` for one that does not exist yet. */
  const [edited, setEdited] = useState<StatsGoalAnswer | 'new'>();
  const isAdmin = company.viewedAs === 'admin';
  const goals = answer.data?.goals;
  const canAdd = isAdmin && goals !== undefined && goals.length > 0 && goals.length < goalLimits.goals;
  const add = () => setEdited('new');

  return (
    <Panel labelledBy="portal-goals" className="min-w-0 p-5 lg:p-6">
      <PanelHead
        id="portal-goals"
        title="Goals"
        description="Visits that reached what matters"
        add={canAdd ? 'Add goal' : undefined}
        onAdd={add}
      />
      {goals === undefined && !hasFailed(answer) && <Spinner />}
      {goals === undefined && hasFailed(answer) && <PartFailed what="goals" query={answer} />}
      {goals?.length === 0 && (
        <PanelEmpty
          isAdmin={isAdmin}
          what="goals"
          reason="A goal is a page or an event that counts as success: a thank-you page, a sign-up, a call. Its conversions are counted from everything tracked so far."
          onAdd={add}
        />
      )}
      {answer.data && answer.data.goals.length > 0 && (
        <GoalsTable answer={answer.data} onEdit={isAdmin ? setEdited : undefined} />
      )}
      {edited !== undefined && (
        <Suspense>
          <GoalDialog
            company={company}
            goal={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </Panel>
  );
}
