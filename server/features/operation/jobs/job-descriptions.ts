interface JobDescription {
  title: string;
  purpose: string;
}

/** Every queue of the product in plain words. A test fails when one is missing. */
export const jobDescriptions: Record<string, JobDescription> = {
  'make-backup': { title: 'Scheduled backup', purpose: 'Writes a backup and reads it back.' },
  'check-backups': {
    title: 'Check of the backups',
    purpose: 'Makes up for a missed backup, and mails the owners after too long a time without one.',
  },
  mail: { title: 'Mails', purpose: 'Sends mails that can wait, such as copies of forms.' },
  'urgent-mail': {
    title: 'Urgent mails',
    purpose: 'Sends receipts, security notices, invitations and mailed links.',
  },
  'rescue-mails': {
    title: 'Search for forgotten mails',
    purpose: 'Finds waiting mails that a process did not send because it ended.',
  },
  'forget-old-mails': { title: 'Old mails', purpose: 'Deletes records of mails after 90 days.' },
  'mail-unopened-portals': {
    title: 'Mail about unopened portals',
    purpose: 'Lists portals that no client opens, if UNOPENED_PORTALS_MAIL is on.',
  },
  'clean-stale-sessions': {
    title: 'Live visitors who left',
    purpose: 'Removes visitors from the live numbers when their tab is silent.',
  },
  'destroy-visitor-salts': {
    title: 'Visitor salts',
    purpose: 'Destroys the secrets of past days, so that visitors cannot be recognized.',
  },
  'forget-daily-visitors': {
    title: 'Visitors of past days',
    purpose: 'Deletes the list that distinguishes new visitors of a day from known ones.',
  },
  'prepare-partitions': {
    title: 'Tables of the next months',
    purpose: 'Creates the tables that events of the coming months are stored in.',
  },
  'drop-expired-events': {
    title: 'Raw events past their retention',
    purpose: 'Drops months of raw events that are older than RETENTION_DAYS.',
  },
  'forget-refused-events': {
    title: 'Old rejected events',
    purpose: 'Deletes rejected events and order conflicts after 30 days.',
  },
  'clean-accounts': {
    title: 'Expired account data',
    purpose: 'Deletes expired sessions, links, sign-ups and old entries of the activity log.',
  },
  'clean-idempotency-keys': {
    title: 'Old idempotency keys',
    purpose: 'Deletes what recognizes repeated requests, after a day.',
  },
  'clean-portal-links': {
    title: 'Expired portal links',
    purpose: 'Deletes links to portals that no longer work.',
  },
  'clean-logos': { title: 'Unused logos', purpose: 'Deletes uploaded logos that nothing shows.' },
  'company-remains': {
    title: 'Data of deleted companies',
    purpose: 'Deletes the events and files of a company that was deleted.',
  },
  'look-for-company-remains': {
    title: 'Remains of deleted companies',
    purpose: 'Looks for data that the deletion of a company has missed.',
  },
  'check-portal-domains': {
    title: 'Own addresses of portals',
    purpose: 'Checks the DNS records that prove own addresses.',
  },
  'check-silent-sites': {
    title: 'Silent sites',
    purpose: 'Checks the pages of sites that have sent nothing for two days, each once a day.',
  },
  'plan-reports': {
    title: 'Plan of the reports',
    purpose: 'Finds the weekly and monthly reports that are due, and the results of their mails.',
  },
  'make-report': {
    title: 'Reports',
    purpose: 'Writes the mails of a report, one for each recipient.',
  },
  'send-alert-notice': {
    title: 'Mails of alerts',
    purpose: 'Notifies recipients of an alert, or of its end.',
  },
  'send-alert-notices': {
    title: 'Mails of alerts that waited',
    purpose: 'Sends notices whose quiet hours are over, and those of a process that ended.',
  },
  'deliver-webhook': { title: 'Webhooks', purpose: 'Sends signed messages about alerts, with retries.' },
  'rescue-webhook-messages': {
    title: 'Search for forgotten webhook messages',
    purpose: 'Finds messages to webhooks that a process did not send because it ended.',
  },
  'forget-old-alerts': {
    title: 'Old alerts',
    purpose: 'Deletes messages after 30 days, notices after 90 and alerts after 400.',
  },
  'check-alerts': {
    title: 'Search for unusual days',
    purpose: 'Looks for silences, unusual days and hours, missing orders and failing work of the server.',
  },
  'reconcile-payments': {
    title: 'Open payments',
    purpose: 'Asks the payment provider about checkouts whose result has not arrived.',
  },
};
