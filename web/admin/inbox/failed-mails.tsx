import { useQuery } from '@tanstack/react-query';
import type { FailedMails } from '../../../contract/inbox.ts';
import { failedMailsQuery, useRetryMail } from '../../api/admin.ts';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';

type FailedMail = FailedMails['mails'][number];

/** Hidden while every mail could be sent. */
export function FailedMailsPanel() {
  const { data } = useQuery(failedMailsQuery);
  if (!data || data.mails.length === 0) return null;
  const { mails, waiting } = data;
  return (
    <section
      aria-labelledby="failed-mails"
      className="rounded-panel border border-warn bg-warn-wash px-4 py-4 sm:px-6"
    >
      <h2 id="failed-mails" className="font-medium text-warn">
        {mails.length === 1 ? 'A mail could not be sent' : `${mails.length} mails could not be sent`}
      </h2>
      {waiting > 0 && (
        <p className="mt-0.5 text-[0.9375rem] text-warn">
          {waiting === 1 ? '1 more mail is' : `${waiting} more mails are`} waiting to be sent.
        </p>
      )}
      <ul className="mt-3 grid max-h-[27rem] gap-px overflow-y-auto">
        {mails.map((mail) => (
          <FailedMailLine key={mail.id} mail={mail} />
        ))}
      </ul>
    </section>
  );
}

function FailedMailLine({ mail }: { mail: FailedMail }) {
  const retry = useRetryMail(mail.id);

  async function retryNow() {
    try {
      await retry.mutateAsync();
      toast.success('Sending again');
    } catch (error) {
      showError(error);
    }
  }

  const tries = mail.attempts === 1 ? 'Tried once' : `Tried ${mail.attempts} times`;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-t border-warn/30 py-3 text-[0.9375rem]">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium break-words">{mail.subject}</p>
        <p className="break-words text-soft">
          to {mail.to}, <Timestamp at={mail.createdAt} />
        </p>
        <p className="mt-1 font-mono text-note wrap-anywhere text-warn">{mail.reason}</p>
        <p className="text-note text-soft">
          {tries}.{' '}
          {mail.isRetrying
            ? 'It will be tried again automatically.'
            : 'It will not be tried again automatically.'}
        </p>
      </div>
      <Button shape="secondary" size="small" busy={retry.isPending} onClick={retryNow}>
        {retry.isPending ? 'Sending...' : 'Try now'}
        <span className="sr-only">: {mail.subject}</span>
      </Button>
    </li>
  );
}
