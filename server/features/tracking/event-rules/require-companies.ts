import type { TrackingEvent } from '../../../../contract/tracking.ts';
import type { TrackedCompany } from '../../companies/tracked-company.ts';
import { foreignEventError } from '../rejections/rejection-errors.ts';

export type FindCompany = (id: string) => TrackedCompany | undefined | Promise<TrackedCompany | undefined>;

/**
 * The companies of events, by id in lower case. Throws a rejection if one does not exist. Waits only for companies that
 * are not cached.
 */
export async function requireCompanies(
  events: TrackingEvent[],
  findCompany: FindCompany,
): Promise<Map<string, TrackedCompany>> {
  const companies = new Map<string, TrackedCompany>();
  for (const event of events) {
    const id = event.companyId.toLowerCase();
    if (companies.has(id)) continue;
    const found = findCompany(id);
    const company = found instanceof Promise ? await found : found;
    if (!company) throw foreignEventError('company-unknown');
    companies.set(id, company);
  }
  return companies;
}
