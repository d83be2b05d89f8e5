import type { AdminCompany } from '../../../contract/companies.ts';

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

/** Those that have every word in their name, domain or description, accents and case aside. */
export function searchCompanies(companies: AdminCompany[], words: string): AdminCompany[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return companies;
  return companies.filter(({ name, domain, displayDomain, description }) => {
    const text = plain(`${name} ${domain} ${displayDomain} ${description}`);
    return wanted.every((word) => text.includes(word));
  });
}
