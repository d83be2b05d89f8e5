import type { AdminCompany } from '../../../contract/company/companies.ts';

const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

/** The companies with every word in their name, domain or description, ignoring accents and case. */
export function searchCompanies(companies: AdminCompany[], search: string): AdminCompany[] {
  const words = normalize(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return companies;
  return companies.filter(({ name, domain, displayDomain, description }) => {
    const text = normalize(`${name} ${domain} ${displayDomain} ${description}`);
    return words.every((word) => text.includes(word));
  });
}
