import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type Funnel, goalLimits } from '../../../../contract/company/goals.ts';
import { Button } from '../../../ui/button.tsx';
import { hasFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { funnelQuery, funnelsQuery } from '../../api/goals.ts';
import { PartFailed } from '../view/part-failed.tsx';
import { usePortal } from '../view/use-portal.ts';
import { FunnelSteps } from './funnel-steps.tsx';
import { PanelEmpty, PanelHead } from './panel-state.tsx';

const FunnelDialog = lazy(() =>
  import('./funnel-dialog.tsx').then(({ FunnelDialog }) => ({ default: FunnelDialog })),
);

export function FunnelsPanel() {
  const { company } = usePortal();
  const list = useQuery(funnelsQuery(company.id));
  const [chosenId, setChosenId] = useState<string>();
  /** The funnel in the dialog; `new` for one that does not exist yet. */
  const [edited, setEdited] = useState<Funnel | 'new'>();
  const isAdmin = company.viewedAs === 'admin';
  const funnels = list.data;
  const chosen = funnels?.find(({ id }) => id === chosenId) ?? funnels?.[0];
  const canAdd = isAdmin && chosen !== undefined && (funnels?.length ?? 0) < goalLimits.funnels;
  const add = () => setEdited('new');

  return (
    <Panel labelledBy="portal-funnels" className="min-w-0 p-5 lg:p-6">
      <PanelHead
        id="portal-funnels"
        title="Funnels"
        description="Steps that visits take one after the other"
        add={canAdd ? 'Add funnel' : undefined}
        onAdd={add}
      />
      {funnels === undefined && !hasFailed(list) && <Spinner />}
      {funnels === undefined && hasFailed(list) && <PartFailed what="funnels" query={list} />}
      {funnels?.length === 0 && (
        <PanelEmpty
          isAdmin={isAdmin}
          what="funnels"
          reason="A funnel shows where visits stop on the way to a goal, such as from a product to the cart to the order."
          onAdd={add}
        />
      )}
      {funnels && chosen && (
        <>
          <div className="mt-4 flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <SelectField
                label="Funnel"
                value={chosen.id}
                onChange={(event) => setChosenId(event.currentTarget.value)}
                options={funnels.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </div>
            {isAdmin && (
              <Button
                shape="quiet"
                className="min-h-12 print:hidden"
                aria-label={`Edit the funnel ${chosen.name}`}
                onClick={() => setEdited(chosen)}
              >
                <Pencil className="size-4" strokeWidth={1.5} aria-hidden="true" />
              </Button>
            )}
          </div>
          <FunnelAnswer funnel={chosen} />
        </>
      )}
      {edited !== undefined && (
        <Suspense>
          <FunnelDialog
            companyId={company.id}
            funnel={edited === 'new' ? undefined : edited}
            onSaved={setChosenId}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function FunnelAnswer({ funnel }: { funnel: Funnel }) {
  const { company, view } = usePortal();
  const answer = useQuery(funnelQuery(company.id, view, funnel.id));
  if (answer.data) return <FunnelSteps answer={answer.data} />;
  if (!hasFailed(answer)) return <Spinner />;
  return <PartFailed what="funnel" query={answer} />;
}
