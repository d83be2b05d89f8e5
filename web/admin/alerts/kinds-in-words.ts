import {
  type AlertKind,
  alertKindDefinitions,
  alertKinds,
  companyAlertKinds,
} from '../../../contract/alerts/alert-kinds.ts';
import type { AlertOwner } from '../api/alerts.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** The kinds that a recipient or webhook of this owner can get. */
export const listKindsOf = (owner: AlertOwner): readonly AlertKind[] =>
  owner === null ? alertKinds : companyAlertKinds;

/** "All kinds", "All except Spike", "Silence and Drop". */
export function describeKinds(kinds: readonly AlertKind[], owner: AlertOwner): string {
  const all = listKindsOf(owner);
  const missing = all.filter((kind) => !kinds.includes(kind));
  if (missing.length === 0) return 'All kinds';
  if (kinds.length === 0) return 'No kind';
  const name = (each: readonly AlertKind[]) =>
    list.format(each.map((kind) => alertKindDefinitions[kind].label));
  return missing.length <= 3 && all.length > 4 ? `All except ${name(missing)}` : name(kinds);
}
