import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReportWithDeliveries } from '../../../../contract/reports/reports.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { reportMailQuery, reportRecipientsQuery, toReportFileUrl } from '../../api/reports.ts';
import { MailFrame } from './mail-frame.tsx';

/** The mail as it was sent or would be sent now, seen with the rights of a recipient. */
export function MailPreview({ report }: { report: ReportWithDeliveries }) {
  const [recipientId, setRecipientId] = useState('');
  const recipients = useQuery(reportRecipientsQuery(report.companyId)).data ?? [];
  const mail = useQuery(reportMailQuery(report, { recipientId }));
  const { refetch } = mail;
  const madeMails = report.deliveries.length;
  // The content is stored after the release, when the mails are made: a preview that was open before may differ from it.
  useEffect(() => {
    if (madeMails > 0) void refetch();
  }, [madeMails, refetch]);
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
            blank="A reader with every right"
            options={recipients.map(({ id, name }) => ({ value: id, label: name }))}
            value={recipientId}
            onChange={({ currentTarget }) => setRecipientId(currentTarget.value)}
          />
        </div>
      )}
      {mail.data && (
        <>
          <p className="text-[0.9375rem] text-soft">
            {mail.data.isAsSent ? 'As it was sent.' : 'As it would be sent now.'}
          </p>
          <MailFrame mail={mail.data} />
        </>
      )}
      {!mail.data && mail.error && <LoadFailed title="The preview could not be loaded" query={mail} />}
      {!mail.data && !mail.error && <Spinner />}
    </section>
  );
}
