import type { Token } from '../../../contract/company/tokens.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { toCurlCommand } from '../../ui/copy/curl-command.ts';

/** A command that tries a token: the figures of its first company, or the companies that it may ask about. */
export function toFirstRequest({ companies, rights }: Token, origin: string): string {
  const first = companies === 'all' ? undefined : companies[0];
  const readsSummary = first !== undefined && rights.includes('dashboard');
  const path = readsSummary ? `${apiPaths.statsSummary(first.id)}?period=7d` : apiPaths.apiCompanies;
  return toCurlCommand(origin + path);
}
