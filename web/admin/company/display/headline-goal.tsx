import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { goalsQuery } from '../../api/goals.ts';

interface HeadlineGoalProps {
  companyId: string;
  goalId: string | null;
  error: string | undefined;
  onChange: (goalId: string | null) => void;
}

/** The goal whose conversions are shown next to the figures. */
export function HeadlineGoal({ companyId, goalId, error, onChange }: HeadlineGoalProps) {
  const { data: goals, error: failure } = useQuery(goalsQuery(companyId));
  if (goals?.length === 0)
    return (
      <p className="text-[0.9375rem] text-soft">
        <span className="block font-medium text-ink">Headline goal</span>
        This company has no goal yet. Add one under Goals in its{' '}
        <Link to={`/company-portal/${companyId}`} className="underline underline-offset-4 hover:text-live">
          portal
        </Link>
        .{error && <span className="block text-danger">{error}</span>}
      </p>
    );
  return (
    <SelectField
      label="Headline goal"
      hint={
        failure && !goals
          ? 'The goals could not be loaded. Everything else can be changed.'
          : 'Its conversions are shown next to the figures.'
      }
      error={error}
      blank="None"
      disabled={!goals}
      value={goals?.some(({ id }) => id === goalId) ? (goalId ?? '') : ''}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : value)}
      options={(goals ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
