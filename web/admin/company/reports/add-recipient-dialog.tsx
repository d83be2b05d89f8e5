import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Access } from '../../../../contract/company/accesses.ts';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { type ReportRecipient, reportLimits } from '../../../../contract/reports/reports.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx';
import { EmailField } from '../../../ui/form/email-field.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { emailRule, required } from '../../../ui/form/rules.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { accessesQuery } from '../../api/accesses.ts';
import { useAddRecipient } from '../../api/reports.ts';
import { browserLocale } from '../../components/reader-locales.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { useRecipientChoices } from './use-recipient-choices.ts';

interface AddRecipientDialogProps {
  company: AdminCompany;
  recipients: readonly ReportRecipient[];
  onClose: () => void;
}

/** People who can get reports and are no recipient yet. */
function listPeople(
  accesses: readonly Access[],
  recipients: readonly ReportRecipient[],
  now: number,
): Access[] {
  const known = new Set(recipients.map(({ accessId }) => accessId));
  return accesses.filter(
    ({ id, kind, email, rights, expiresAt }) =>
      kind === 'person' &&
      email !== null &&
      rights.includes('dashboard') &&
      !known.has(id) &&
      (expiresAt === null || Date.parse(expiresAt) > now),
  );
}

export function AddRecipientDialog({ company, recipients, onClose }: AddRecipientDialogProps) {
  const list = useQuery(accessesQuery(company.id));
  const [now] = useState(Date.now);
  return (
    <Modal title={`Add a recipient for ${company.name}`} isSheet onClose={onClose}>
      {list.data && (
        <AddForm companyId={company.id} people={listPeople(list.data, recipients, now)} onClose={onClose} />
      )}
      {!list.data && list.error && <LoadFailed title="Failed to load who has access" query={list} />}
      {!list.data && !list.error && <Spinner />}
    </Modal>
  );
}

interface AddFormProps {
  companyId: string;
  people: Access[];
  onClose: () => void;
}

function AddForm({ companyId, people, onClose }: AddFormProps) {
  const add = useAddRecipient(companyId);
  const [from, setFrom] = useState(people.length > 0 ? 'access' : 'address');
  const { choices, check, fieldProps } = useRecipientChoices(() => ({
    locale: browserLocale(),
    seesMoney: true,
    isWeekly: false,
    isMonthly: true,
  }));
  const isAccess = from === 'access';

  const form = useForm({
    fields: { accessId: people[0]?.id ?? '', name: '', email: '' },
    rules: isAccess ? {} : { name: required('Please enter a name'), email: emailRule },
    submit: async ({ accessId, name, email }) => {
      if (!check()) return;
      await add.mutateAsync({ ...(isAccess ? { accessId } : { name, email }), ...choices });
      toast.success(
        `${people.find(({ id }) => isAccess && id === accessId)?.name ?? name} will receive reports`,
      );
      onClose();
    },
  });

  return (
    <form {...form.props} className="mt-4 grid gap-7">
      <div className="grid gap-5">
        {people.length > 0 && (
          <ChoiceChips
            legend="Who"
            name="recipient-from"
            options={[
              { value: 'access', label: 'Someone with access' },
              { value: 'address', label: 'Another address' },
            ]}
            value={from}
            onChange={setFrom}
          />
        )}
        {isAccess ? (
          <SelectField
            {...form.field('accessId')}
            label="Person"
            hint="A report shows what the access may see, and ends with it."
            options={people.map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` }))}
          />
        ) : (
          <>
            <TextField
              {...form.field('name')}
              label="Name"
              maxLength={reportLimits.nameLength}
              required
              autoComplete="off"
            />
            <EmailField
              {...form.field('email')}
              label="Email"
              hint="They see the figures of the whole site."
              autoComplete="off"
            />
          </>
        )}
      </div>
      <RecipientFields {...fieldProps} hasAccess={isAccess} />
      <FormButtons label="Add recipient" busyLabel="Adding…" isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}
