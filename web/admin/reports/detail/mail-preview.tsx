import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { buttonClasses } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { type ReportId, reportMailQuery, reportRecipientsQuery, toReportFileUrl } from '../../api/reports.ts';
import { MailFrame } from './mail-frame.tsx';

/** The mail as it would be sent now, seen with the rights of a recipient. */
export function MailPreview({ report }: { report: ReportId }) {
  const [recipientId, setRecipientId] = useState('');
  const recipients = useQuery(reportRecipientsQuery(report.companyId)).data ?? [];
  const mail = useQuery(reportMailQuery(report, recipientId));
  return (
    <section
      aria-labelledby="mail-preview-title"
      className="grid min-w-0 grid-cols-1 gap-4 border-t border-line pt-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h3 id="mail-preview-title" className="font-medium">
          Preview
        </h3>
        <a
          href={toReportFileUrl(report, recipientId)}
          target="_blank"
          rel="noreferrer"
          className={classNames(buttonClasses({ shape: 'secondary', size: 'small' }), 'min-h-11')}
        >
          <FileText className="size-4" strokeWidth={1.5} aria-hidden="true" />
          PDF
          <span className="sr-only"> in a new tab</span>
        </a>
      </div>
      {recipients.length > 0 && (
        <div className="sm:max-w-80">
          <SelectField
            label="Seen by"
            blank="All that it may contain"
            options={recipients.map(({ id, name }) => ({ value: id, label: name }))}
            value={recipientId}
            onChange={({ currentTarget }) => setRecipientId(currentTarget.value)}
          />
        </div>
      )}
      {mail.data && <MailFrame mail={mail.data} />}
      {!mail.data && mail.error && <LoadFailed title="The preview could not be loaded" query={mail} />}
      {!mail.data && !mail.error && <Spinner />}
    </section>
  );
}
