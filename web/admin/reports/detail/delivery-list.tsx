import type { ReportDelivery, ReportWithDeliveries } from '../../../../contract/reports/reports.ts';
import { ConfirmedButton } from '../../../signed-in/confirmed-button.tsx';
import { EmailAddress } from '../../../signed-in/email-address.tsx';
import { Timestamp } from '../../../signed-in/timestamp.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useSendAgain } from '../../api/reports.ts';
import { deliveryLabels } from '../model/report-labels.ts';

/** The mails of a sent report: which were sent, opened by their link, or failed and why. */
export function DeliveryList({ report }: { report: ReportWithDeliveries }) {
  const { deliveries } = report;
  return (
    <section aria-labelledby="deliveries-title">
      <h3 id="deliveries-title" className="font-medium">
        Mails
      </h3>
      {deliveries.length === 0 && (
        <p className="mt-2 text-[0.9375rem] text-soft">
          {report.recipientCount === 0
            ? 'This report had no recipients, so no mail was sent.'
            : 'The mails are being prepared.'}
        </p>
      )}
      <ul className="mt-2 empty:hidden">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} report={report} delivery={delivery} />
        ))}
      </ul>
    </section>
  );
}

interface DeliveryRowProps {
  report: ReportWithDeliveries;
  delivery: ReportDelivery;
}

function DeliveryRow({ report, delivery }: DeliveryRowProps) {
  const sendAgain = useSendAgain(report);
  const { id, name, email, number, state, error, sentAt, openedAt } = delivery;
  return (
    <li className="grid gap-x-6 gap-y-2 border-t border-line py-3 last:pb-0 max-sm:justify-items-start sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0 text-[0.9375rem]">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="break-words text-soft">
            <EmailAddress>{email}</EmailAddress>
          </span>
        </p>
        <p className={state === 'failed' ? 'text-danger' : 'text-soft'}>
          {deliveryLabels[state]}
          {sentAt && (
            <>
              {' '}
              <Timestamp at={sentAt} />
            </>
          )}
          {number > 0 && (number === 1 ? ' · sent again' : ` · sent again, ${number} times`)}
          {openedAt && (
            <span className="text-live">
              {' · opened '}
              <Timestamp at={openedAt} />
            </span>
          )}
        </p>
        {error !== '' && <p className="text-note wrap-anywhere text-danger">{error}</p>}
      </div>
      {state !== 'waiting' && (
        <ConfirmedButton
          label="Send again"
          name={`Send again to ${name}`}
          warning={`${name} gets another mail with the same report.`}
          confirm="Send again"
          busy="Sending…"
          isDangerous={false}
          onConfirm={async () => {
            await sendAgain.mutateAsync(id);
            toast.success(`The report is sent to ${name} again`);
          }}
        />
      )}
    </li>
  );
}
