import { AlertRecipients } from './recipients/alert-recipients.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

/** Who gets the alerts of all companies and those about the server. */
export function AgencyAlerts() {
  return (
    <div className="mt-6 grid max-w-[52rem] gap-14">
      <AlertRecipients
        owner={null}
        level={2}
        note="They get the alerts of every company, also of later ones, and those about the server: certificates, backups and background jobs."
      />
      <Webhooks
        owner={null}
        level={2}
        note="A program of the agency gets the alerts of every company and of the server as signed messages (Standard Webhooks)."
      />
    </div>
  );
}
