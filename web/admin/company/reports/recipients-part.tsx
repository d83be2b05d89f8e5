import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { type ReportRecipient, reportLimits } from '../../../../contract/reports/reports.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { reportRecipientsQuery } from '../../api/reports.ts';
import { AddRecipientDialog } from './add-recipient-dialog.tsx';
import { ChangeRecipientDialog } from './change-recipient-dialog.tsx';
import { LoadingLine } from './loading-line.tsx';
import { RecipientRow } from './recipient-row.tsx';
import { RemoveRecipientDialog } from './remove-recipient-dialog.tsx';

type Opened = { is: 'add' } | { is: 'change' | 'remove'; recipient: ReportRecipient };

/** The people who receive the reports of a company. */
export function RecipientsPart({ company }: { company: AdminCompany }) {
  const list = useQuery(reportRecipientsQuery(company.id));
  const [opened, setOpened] = useState<Opened>();
  const recipients = list.data;
  const subscribed = recipients?.filter(({ unsubscribedAt }) => unsubscribedAt === null);
  const isFull = subscribed !== undefined && subscribed.length >= reportLimits.recipients;
  const close = () => setOpened(undefined);
  return (
    <>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h3 className="font-medium">Recipients</h3>
        {recipients && !isFull && (
          <Button
            shape="secondary"
            size="small"
            className="min-h-11"
            onClick={() => setOpened({ is: 'add' })}
          >
            <UserPlus className="size-4" strokeWidth={1.5} aria-hidden="true" />
            Add a recipient
          </Button>
        )}
      </div>
      {isFull && (
        <p className="mt-2 text-[0.9375rem] text-soft">
          A company has at most {reportLimits.recipients} recipients. Remove one to add another person.
        </p>
      )}
      <div className="mt-3">
        {!recipients && list.error && <LoadFailed title="Failed to load the recipients" query={list} />}
        {!recipients && !list.error && <LoadingLine />}
        {recipients && recipients.length > 0 && (
          <ul aria-label="Recipients of reports">
            {recipients.map((recipient) => (
              <RecipientRow
                key={recipient.id}
                recipient={recipient}
                onOpen={(is) => setOpened({ is, recipient })}
              />
            ))}
          </ul>
        )}
        {recipients?.length === 0 && (
          <p className="border-t border-line pt-4 text-[0.9375rem] text-soft">
            There are no recipients yet. Add people of the access list, or any other address.
          </p>
        )}
      </div>
      {opened?.is === 'add' && (
        <AddRecipientDialog company={company} recipients={recipients ?? []} onClose={close} />
      )}
      {opened?.is === 'change' && (
        <ChangeRecipientDialog companyId={company.id} recipient={opened.recipient} onClose={close} />
      )}
      {opened?.is === 'remove' && (
        <RemoveRecipientDialog companyId={company.id} recipient={opened.recipient} onClose={close} />
      )}
    </>
  );
}
