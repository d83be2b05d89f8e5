import { useRef, useState } from 'react';
import {
  type ReportTemplate,
  type StoredReportTemplate,
  usualReportTemplate,
} from '../../../../contract/reports/report-template.ts';
import { ApiError } from '../../../api/client.ts';
import { errorField, errorMessage, showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useSaveTemplate } from '../../api/reports.ts';

const names = Object.keys(usualReportTemplate) as (keyof ReportTemplate)[];

const isSame = (one: ReportTemplate, other: ReportTemplate) =>
  names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));

type Errors = Partial<Record<keyof ReportTemplate, string>>;

/** The template while it is edited. Another owner may save one at the same time: then this one decides which stays. */
export function useTemplate(stored: StoredReportTemplate) {
  const save = useSaveTemplate();
  const [edited, setEdited] = useState<StoredReportTemplate>();
  const [errors, setErrors] = useState<Errors>({});
  const subject = useRef<HTMLInputElement>(null);
  const shown = edited?.template ?? stored.template;
  const isChanged = !isSame(shown, stored.template);

  async function send(version: number): Promise<void> {
    if (save.isPending) return;
    if (shown.subject.trim() === '') {
      setErrors({ subject: 'Please enter a subject' });
      // The button is in sight wherever the field is.
      subject.current?.focus();
      return;
    }
    try {
      await save.mutateAsync({ version, template: shown });
      setEdited(undefined);
      setErrors({});
      toast.success('The template was saved. Reports from now on use it.');
    } catch (error) {
      // The newest version is loaded by now, and the form explains the conflict.
      if (error instanceof ApiError && error.status === 409) return;
      const field = String(errorField(error))
        .split('.')
        .find((part) => names.some((name) => name === part));
      if (field) setErrors({ [field]: errorMessage(error) });
      else showError(error);
    }
  }

  return {
    shown,
    errors,
    subject,
    isChanged,
    isUsual: isSame(shown, usualReportTemplate),
    isConflict: edited !== undefined && edited.version !== stored.version && isChanged,
    isBusy: save.isPending,
    change: (part: Partial<ReportTemplate>) => {
      setEdited({ version: edited?.version ?? stored.version, template: { ...shown, ...part } });
      setErrors({});
    },
    discard: () => {
      setEdited(undefined);
      setErrors({});
    },
    save: () => send(edited?.version ?? stored.version),
    saveInstead: () => send(stored.version),
  };
}
