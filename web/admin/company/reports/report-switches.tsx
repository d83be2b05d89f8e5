import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportSettings } from '../../../../contract/reports/reports.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { reportSettingsQuery, useSetReportSettings } from '../../api/reports.ts';
import { LoadingLine } from './loading-line.tsx';

const switches = [
  ['isMonthly', 'Monthly report', 'On the first day of each month, about the month before.'],
  ['isWeekly', 'Weekly report', 'On the first day of each week, about the week before.'],
  [
    'isHeld',
    'Hold for review',
    'A report is not sent by itself: it waits under Reports until someone of the team sends it.',
  ],
] as const;

/** Each change is saved at once. */
export function ReportSwitches({ companyId }: { companyId: string }) {
  const query = useQuery(reportSettingsQuery(companyId));
  const save = useSetReportSettings(companyId);
  const [saving, setSaving] = useState<ReportSettings>();

  if (!query.data)
    return (
      <div className="mt-4">
        {query.error ? (
          <LoadFailed title="Failed to load the settings of reports" query={query} />
        ) : (
          <LoadingLine />
        )}
      </div>
    );
  const shown = saving ?? query.data;

  async function set(name: keyof ReportSettings, isOn: boolean) {
    if (saving) return;
    const next = { ...shown, [name]: isOn };
    setSaving(next);
    try {
      await save.mutateAsync(next);
    } catch (error) {
      showError(error, 'The setting was not saved');
    }
    setSaving(undefined);
  }

  return (
    <div className="mt-5 grid gap-4" aria-busy={saving !== undefined}>
      {switches.map(([name, label, hint]) => (
        <CheckField
          key={name}
          label={label}
          hint={hint}
          checked={shown[name]}
          onChange={({ currentTarget }) => void set(name, currentTarget.checked)}
        />
      ))}
      <p role="status" className="sr-only">
        {saving ? 'Saving' : save.isSuccess && 'Saved'}
      </p>
    </div>
  );
}
