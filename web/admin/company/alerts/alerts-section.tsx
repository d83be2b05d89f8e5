import { Link } from 'react-router';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { AlertRecipients } from '../../alerts/recipients/alert-recipients.tsx';
import { Webhooks } from '../../alerts/webhooks/webhooks.tsx';
import { AlertKinds } from './alert-kinds.tsx';
import { Backtest } from './backtest.tsx';

/** The alert kinds of a company, what they would have found, and who is notified. */
export function AlertsSection({ company }: { company: AdminCompany }) {
  return (
    <section
      id="alerts"
      aria-labelledby="alerts-title"
      className="mt-12 grid scroll-mt-4 gap-8 border-t border-line pt-5"
    >
      <div>
        <h2 id="alerts-title" className="text-title">
          Alerts
        </h2>
        <p className="mt-2 text-[0.9375rem] text-soft">
          Only what chance does not explain is reported, compared with the usual days and hours of this site.
          A recipient gets at most two mails a day of a kind.{' '}
          <Link to={`/admin/alerts?company=${company.id}`} className="underline underline-offset-4">
            Alerts of this company
          </Link>
        </p>
      </div>
      <AlertKinds companyId={company.id} />
      <Backtest companyId={company.id} />
      <AlertRecipients
        owner={company.id}
        level={3}
        timeZone={company.timeZone}
        note="Each gets a mail when an alert begins, and one when it is over."
      />
      <Webhooks
        owner={company.id}
        level={3}
        note="A program gets the alerts as signed messages (Standard Webhooks)."
      />
    </section>
  );
}
