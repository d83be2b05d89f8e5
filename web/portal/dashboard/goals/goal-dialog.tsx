import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { type Goal, goalInput } from '../../../../contract/company/goals.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { required } from '../../../ui/form/rules.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useDeleteGoal, useSaveGoal } from '../../api/goals.ts';
import { DefinitionName } from './definition-name.tsx';
import { DeleteDefinition } from './delete-definition.tsx';
import { toProblem } from './input-problems.ts';
import { TargetFields, toKind } from './target-fields.tsx';

interface GoalDialogProps {
  company: PortalCompany;
  /** Undefined for a new goal. */
  goal: Goal | undefined;
  onClose: () => void;
}

export function GoalDialog({ company, goal, onClose }: GoalDialogProps) {
  const save = useSaveGoal(company.id, goal);
  const remove = useDeleteGoal(company.id, goal?.id ?? '');
  const { props, field, isBusy } = useForm({
    fields: {
      name: goal?.name ?? '',
      kind: goal?.kind ?? 'page',
      target: goal?.target ?? '',
      value: goal?.value?.replace(/\.00$/, '') ?? '',
      monthlyTarget: goal?.monthlyTarget?.toString() ?? '',
    },
    rules: { name: required('Please enter a name.') },
    submit: async ({ name, kind, target, value, monthlyTarget }, { mark }) => {
      const amount = value.replace(',', '.');
      const entered = {
        ...{ name, kind: toKind(kind), target, value: amount === '' ? null : amount },
        monthlyTarget: toMonthlyTarget(monthlyTarget.trim()),
      };
      const checked = goalInput.safeParse(entered);
      if (!checked.success) {
        const problems = checked.error.issues.map((issue) => [
          String(issue.path[0]),
          toProblem(issue, entered.kind),
        ]);
        return void mark(Object.fromEntries(problems.reverse()));
      }
      const saved = await save.mutateAsync(checked.data);
      toast.success(goal ? `${saved.name} saved` : `Goal ${saved.name} added`);
      onClose();
    },
  });

  return (
    <Modal title={goal ? `Edit ${goal.name}` : 'New goal'} onClose={onClose}>
      <form {...props} className="mt-5 grid gap-5">
        <DefinitionName {...field('name')} placeholder="Sign-ups" />
        <TargetFields companyId={company.id} kind={field('kind')} target={field('target')} hint />
        <TextField
          {...field('value')}
          label={`Value of one conversion (${company.currency}), optional`}
          hint="The panel multiplies it by the conversions. Leave it empty if a conversion has no value."
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...field('monthlyTarget')}
          label="Conversions a month, optional"
          hint="An alert reports when a month reaches this target, or ends without it."
          inputMode="numeric"
          autoComplete="off"
        />
        <div>
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Saving...' : goal ? 'Save' : 'Add goal'}
          </Button>
        </div>
      </form>
      {goal && (
        <DeleteDefinition
          what="goal"
          name={goal.name}
          onDelete={() => remove.mutateAsync()}
          onDeleted={onClose}
        />
      )}
    </Modal>
  );
}

/** Other text becomes 0, which is refused together with the problems of the other fields. */
function toMonthlyTarget(text: string): number | null {
  if (text === '') return null;
  return /^\d+$/.test(text) ? Number(text) : 0;
}
