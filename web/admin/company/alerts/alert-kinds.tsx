import { useQuery } from '@tanstack/react-query';
import { alertKindDefinitions, companyAlertKinds } from '../../../../contract/alerts/alert-kinds.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { errorMessage } from '../../../ui/feedback/show-error.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { ListSkeleton } from '../../alerts/list-skeleton.tsx';
import { alertSettingsQuery, useSwitchKind } from '../../api/alerts.ts';

/** The kinds of alerts of a company. Each change is saved at once. */
export function AlertKinds({ companyId }: { companyId: string }) {
  const settings = useQuery(alertSettingsQuery(companyId));
  const change = useSwitchKind(companyId);
  if (!settings.data && settings.error)
    return <LoadFailed title="Failed to load the alerts" query={settings} />;
  if (!settings.data) return <ListSkeleton label="Loading the kinds of alerts..." />;
  const { kinds } = settings.data;
  return (
    <fieldset className="min-w-0" aria-labelledby="alert-kinds-title">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h3 id="alert-kinds-title" className="font-medium">
          What is looked for
        </h3>
        <p role="status" className="text-[0.9375rem]">
          {change.isPending && <span className="text-soft">Saving...</span>}
          {change.isSuccess && <span className="text-soft">Saved</span>}
          {change.isError && <span className="text-danger">Not saved: {errorMessage(change.error)}</span>}
        </p>
      </div>
      <div className="mt-4 grid items-start gap-x-8 gap-y-4 sm:grid-cols-2">
        {companyAlertKinds.map((kind) => (
          <CheckField
            key={kind}
            name={kind}
            label={alertKindDefinitions[kind].label}
            hint={alertKindDefinitions[kind].description}
            checked={kinds.includes(kind)}
            onChange={({ currentTarget }) => change.mutate({ kind, isOn: currentTarget.checked })}
          />
        ))}
      </div>
    </fieldset>
  );
}
