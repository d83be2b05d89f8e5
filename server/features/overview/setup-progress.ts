import type { OverviewRow } from '../../../contract/company/overview.ts';
import type { OverviewCompany } from './overview.queries.ts';

type SetupProgress = NonNullable<OverviewRow['setup']>;

/** How far companies are set up. Those that were created before the guided path existed are missing. */
export async function listSetupProgress(
  _companies: readonly OverviewCompany[],
): Promise<Map<string, SetupProgress>> {
  return new Map();
}
