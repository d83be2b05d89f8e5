import type { Page } from '@playwright/test';
import { enterPassword, signUpAndConfirm } from './accounts.ts';
import { type Northlight, runCli } from './northlight.ts';

/** Signs up, is granted the role by the operator, and ends on the admin page. */
export async function becomeAdmin(page: Page, northlight: Northlight, email: string): Promise<void> {
  await signUpAndConfirm(page, northlight, email);
  await runCli(northlight.dataDir, northlight.port, ['admin', 'grant', email]);
  // Sessions begun with fewer rights end.
  await page.waitForURL('**/auth');
  await enterPassword(page, northlight, email);
  await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor();
}
