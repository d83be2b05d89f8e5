import {
  reportComparisons,
  reportSections,
  reportTextLimits,
  type StoredReportTemplate,
  usualReportTemplate,
} from '../../../../contract/reports/report-template.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { OrderedChoices } from '../../company/display/ordered-choices.tsx';
import { SaveBar } from '../../company/save-bar.tsx';
import { UnsavedChanges } from '../../company/unsaved-changes.tsx';
import { comparisonLabels, sectionLabels } from '../model/section-labels.ts';
import { useTemplate } from './use-template.ts';

const placeholders = '{company} becomes the name of the company, {period} the month or the days of the week.';

export function TemplateForm({ stored }: { stored: StoredReportTemplate }) {
  const template = useTemplate(stored);
  const { shown, errors, change } = template;
  return (
    <form
      method="dialog"
      noValidate
      aria-label="Template"
      onSubmit={(event) => {
        event.preventDefault();
        if (!template.isConflict) void template.save();
      }}
    >
      <div className="grid grid-cols-1 gap-9 pb-8">
        <OrderedChoices
          legend="Sections"
          hint="In this order. A section without anything to show is left out."
          names={reportSections}
          toLabel={(name) => sectionLabels[name]}
          chosen={shown.sections}
          onChange={(sections) => change({ sections })}
        />
        <SelectField
          label="Compared with"
          options={reportComparisons.map((value) => ({ value, label: comparisonLabels[value] }))}
          value={shown.compare}
          error={errors.compare}
          onChange={({ currentTarget }) =>
            change({
              compare: reportComparisons.find((name) => name === currentTarget.value) ?? shown.compare,
            })
          }
        />
        <div className="grid gap-5">
          <CheckField
            label="Show amounts of money"
            hint="Only to recipients who may see them. Without it, no report has revenue."
            checked={shown.hasMoney}
            onChange={({ currentTarget }) => change({ hasMoney: currentTarget.checked })}
          />
          <CheckField
            label="Attach the PDF"
            hint="Two pages for printing and filing. Without it, the mail still links to it."
            checked={shown.attachesPdf}
            onChange={({ currentTarget }) => change({ attachesPdf: currentTarget.checked })}
          />
        </div>
        <TextField
          ref={template.subject}
          label="Subject"
          hint={placeholders}
          maxLength={reportTextLimits.subject}
          autoComplete="off"
          required
          value={shown.subject}
          error={errors.subject}
          onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
        />
        <TextArea
          label="Introduction"
          hint="Above the sections, before your comment on the period. Both placeholders work here too."
          rows={3}
          className="min-h-28"
          maxLength={reportTextLimits.text}
          value={shown.intro}
          error={errors.intro}
          onChange={({ currentTarget }) => change({ intro: currentTarget.value })}
        />
        <TextArea
          label="Closing"
          hint="Below the sections, such as how to reach you."
          rows={3}
          className="min-h-28"
          maxLength={reportTextLimits.text}
          value={shown.closing}
          error={errors.closing}
          onChange={({ currentTarget }) => change({ closing: currentTarget.value })}
        />
        {!template.isUsual && (
          <div>
            <Button shape="secondary" size="small" onClick={() => change(usualReportTemplate)}>
              Use the usual template
            </Button>
          </div>
        )}
      </div>
      {template.isConflict ? (
        <TemplateConflict
          isBusy={template.isBusy}
          onSaveMine={template.saveInstead}
          onUseTheirs={template.discard}
        />
      ) : (
        <SaveBar isChanged={template.isChanged} isBusy={template.isBusy} onDiscard={template.discard} />
      )}
      <UnsavedChanges isChanged={template.isChanged} />
    </form>
  );
}

interface TemplateConflictProps {
  isBusy: boolean;
  onSaveMine: () => void;
  onUseTheirs: () => void;
}

function TemplateConflict({ isBusy, onSaveMine, onUseTheirs }: TemplateConflictProps) {
  return (
    <div role="alert" className="grid gap-3 rounded-control bg-warn-wash p-4">
      <p className="text-[0.9375rem] text-warn">
        Another owner saved the template while you were editing. Yours is not saved yet.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" className="min-h-11" busy={isBusy} onClick={onSaveMine}>
          {isBusy ? 'Saving...' : 'Save mine instead'}
        </Button>
        <Button shape="quiet" size="small" className="min-h-11" busy={isBusy} onClick={onUseTheirs}>
          Use theirs
        </Button>
      </div>
    </div>
  );
}
