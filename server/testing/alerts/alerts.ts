import type { AlertFacts, NewAlertRecipient } from '../../../contract/alerts/alerts.ts';
import type { Db } from '../../db/client.ts';
import type { AlertFinding } from '../../features/alerts/alert-finding.ts';
import { addRecipient } from '../../features/alerts/recipients/recipients.ts';
import { operator } from '../../platform/audit.ts';
import { anEmail } from '../accounts/accounts.ts';

/** Something unusual; by default a silence that lasts. */
export function aFinding(
  companyId: string | null,
  { kind = 'silence', day = null, ...facts }: Partial<AlertFacts> = {},
  given: Partial<AlertFinding> = {},
): AlertFinding {
  return {
    ...{ companyId, subject: '', beganAt: new Date('2030-03-04T08:00:00Z'), lasts: kind === 'silence' },
    facts: {
      ...{ kind, name: '', timeZone: 'UTC', currency: 'USD', day, firstHour: null, observed: 12 },
      ...{ low: 380, high: 520, since: null, expected: null, cause: null, findings: null, reason: '' },
      ...facts,
    },
    ...given,
  };
}

/** Someone who gets the alerts of a company, or with null those of all companies. */
export function aRecipient(db: Db, companyId: string | null, given: Partial<NewAlertRecipient> = {}) {
  const wanted: NewAlertRecipient = {
    ...{ name: 'Mia Sand', email: anEmail(), locale: 'en-GB', seesMoney: true, quietHours: null },
    ...{ kinds: ['silence', 'drop', 'goal-reached', 'revenue-drop', 'backup'], timeZone: 'UTC' },
    ...given,
  };
  return addRecipient(db, companyId, wanted, { by: operator, claim: undefined });
}
