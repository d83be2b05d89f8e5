import { useState } from 'react';
import { type Funnel, funnelInput, goalLimits } from '../../../../contract/company/goals.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { required } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { useDeleteFunnel, useSaveFunnel } from '../../api/goals.ts';
import { DefinitionName } from './definition-name.tsx';
import { DeleteDefinition } from './delete-definition.tsx';
import { stepNumbers, toFunnelFields, toSteps } from './funnel-fields.ts';
import { toProblem } from './input-problems.ts';
import { TargetFields } from './target-fields.tsx';

interface FunnelDialogProps {
  companyId: string;
  /** Undefined for a new funnel. */
  funnel: Funnel | undefined;
  onSaved: (funnelId: string) => void;
  onClose: () => void;
}

export function FunnelDialog({ companyId, funnel, onSaved, onClose }: FunnelDialogProps) {
  const save = useSaveFunnel(companyId, funnel);
  const remove = useDeleteFunnel(companyId, funnel?.id ?? '');
  const [shown, setShown] = useState(funnel?.steps.length ?? goalLimits.stepsMin);
  const { props, field, isBusy } = useForm({
    fields: toFunnelFields(funnel),
    rules: { name: required('Please enter a name.') },
    submit: async (fields, { mark }) => {
      const steps = toSteps(fields, shown);
      const checked = funnelInput.safeParse({
        name: fields.name,
        steps: steps.map(({ kind, target }) => ({ kind, target })),
      });
      if (!checked.success) {
        const problems = checked.error.issues.map((issue) => {
          const step = steps[Number(issue.path[1])];
          return step
            ? [`target${step.number}`, toProblem(issue, step.kind)]
            : ['name', toProblem(issue, '')];
        });
        return void mark(Object.fromEntries(problems.reverse()));
      }
      const saved = await save.mutateAsync(checked.data);
      toast.success(funnel ? `${saved.name} saved` : `Funnel ${saved.name} added`);
      onSaved(saved.id);
      onClose();
    },
  });

  return (
    <Modal title={funnel ? `Edit ${funnel.name}` : 'New funnel'} onClose={onClose}>
      <form {...props} className="mt-5 grid gap-5">
        <DefinitionName {...field('name')} placeholder="From product to order" />
        {stepNumbers.slice(0, shown).map((number) => (
          <TargetFields
            key={number}
            companyId={companyId}
            kind={field(`kind${number}`)}
            target={field(`target${number}`)}
            prefix={`Step ${number + 1}: `}
          />
        ))}
        <p className="text-note text-soft">
          Steps count in this order within one visit; other pages may lie between them. In a path each *
          represents any characters.{shown > goalLimits.stepsMin && ' An empty step is left out.'}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Saving...' : funnel ? 'Save' : 'Add funnel'}
          </Button>
          {shown < goalLimits.stepsMax && (
            <Button shape="secondary" onClick={() => setShown(shown + 1)}>
              Add step {shown + 1}
            </Button>
          )}
        </div>
      </form>
      {funnel && (
        <DeleteDefinition
          what="funnel"
          name={funnel.name}
          onDelete={() => remove.mutateAsync()}
          onDeleted={onClose}
        />
      )}
    </Modal>
  );
}
