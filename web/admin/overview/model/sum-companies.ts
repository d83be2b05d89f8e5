import type { Currency } from '../../../../contract/company/companies.ts';
import type { Listed } from './overview-columns.ts';

export interface CurrencySum {
  currency: Currency;
  companies: number;
  revenue: number;
}

export interface CompaniesSum {
  visitors: number;
  /** Null without a compared period. */
  visitorsBefore: number | null;
  orders: number;
  /** Revenue is never added up across currencies. Most companies first. */
  revenue: CurrencySum[];
  /** Companies whose counts are in the sums, and those that show demo data, which is in none. */
  counted: number;
  withDemoData: number;
}

export function sumCompanies(listed: readonly Listed[]): CompaniesSum {
  const sum = { visitors: 0, orders: 0, counted: 0, withDemoData: 0 };
  let before: number | null = 0;
  const revenue = new Map<Currency, CurrencySum>();
  for (const { company, figures } of listed) {
    const counts = figures?.counts;
    if (!counts) continue;
    if (counts.source === 'simulated') {
      sum.withDemoData += 1;
      continue;
    }
    sum.counted += 1;
    sum.visitors += counts.current.visitors;
    sum.orders += counts.current.orders;
    before = before === null || counts.before === null ? null : before + counts.before.visitors;
    if (counts.current.orders === 0 && counts.current.revenue === 0) continue;
    const known = revenue.get(company.currency) ?? { currency: company.currency, companies: 0, revenue: 0 };
    known.companies += 1;
    known.revenue += counts.current.revenue;
    revenue.set(company.currency, known);
  }
  const sorted = [...revenue.values()].sort(
    (a, b) => b.companies - a.companies || (a.currency < b.currency ? -1 : 1),
  );
  return { ...sum, visitorsBefore: sum.counted === 0 ? null : before, revenue: sorted };
}
