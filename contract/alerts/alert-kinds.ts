interface AlertKindDefinition {
  label: string;
  /** When it is sent, in one sentence. */
  description: string;
  /** About money: not sent to recipients without the right. */
  isMoney?: true;
  /** About the server, not a company. */
  isServer?: true;
  /** Lasts until it is over; others are about a day, and over at once. */
  lasts?: true;
}

/** The kinds of alerts. Without zod: screens use this file. */
export const alertKindDefinitions = {
  silence: {
    label: 'Silence',
    description: 'No event has arrived for so long that it is no coincidence.',
    lasts: true,
  },
  drop: {
    label: 'Drop',
    description: 'A complete day or two complete hours had far fewer visitors than usual.',
  },
  spike: {
    label: 'Spike',
    description: 'A complete day or two complete hours had far more visitors than usual.',
  },
  'no-orders': {
    label: 'No orders',
    description: 'No order has arrived for so long that it is no coincidence.',
    lasts: true,
  },
  refunds: { label: 'Refunds', description: 'A day had far more refunds than usual.' },
  'revenue-drop': {
    label: 'Revenue drop',
    description: 'A day had far less revenue than usual.',
    isMoney: true,
  },
  'rejected-events': {
    label: 'Rejected events',
    description: 'Many events were rejected, far more than usual.',
  },
  'goal-reached': { label: 'Goal reached', description: 'A goal reached its target of the month.' },
  'goal-missed': { label: 'Goal missed', description: 'A goal did not reach its target of the month.' },
  certificate: {
    label: 'Certificate',
    description: 'A certificate ends soon or cannot be used.',
    isServer: true,
    lasts: true,
  },
  backup: { label: 'Backup', description: 'There is no new backup.', isServer: true, lasts: true },
  job: {
    label: 'Background job',
    description: 'A background job fails again and again.',
    isServer: true,
    lasts: true,
  },
} as const satisfies Record<string, AlertKindDefinition>;

export type AlertKind = keyof typeof alertKindDefinitions;
export const alertKinds = Object.keys(alertKindDefinitions) as [AlertKind, ...AlertKind[]];
export type CompanyAlertKind = Exclude<AlertKind, 'certificate' | 'backup' | 'job'>;
const isServerKind = (kind: AlertKind) => 'isServer' in alertKindDefinitions[kind];
export const companyAlertKinds = alertKinds.filter((kind) => !isServerKind(kind)) as [
  CompanyAlertKind,
  ...CompanyAlertKind[],
];
