import type { Page } from '@playwright/test';
import { enterPassword, signUpAndConfirm } from './accounts.ts';
import { type Northlight, runCli } from './northlight.ts';

/** Signs up, grants the role with the operator's command, and ends on the Companies screen. */
export async function becomeAdmin(page: Page, northlight: Northlight, email: string): Promise<void> {
  await signUpAndConfirm(page, northlight, email);
  await runCli(northlight.dataDir, northlight.port, ['admin', 'grant', email]);
  // Granting the role ends the account's sessions.
  await page.waitForURL('**/auth');
  await enterPassword(page, northlight, email);
  await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor();
}
