import type { Door } from '../../doors.ts';
import { anAccount, anAdmin } from '../accounts/accounts.ts';
import { aCompany, aViewerCookie } from '../builders.ts';
import { anOrderToken } from '../shop/a-token.ts';
import type { TestApp } from '../test-app.ts';
import type { RequestFixture } from './valid/valid-request.ts';

/** The accounts and companies that the valid requests use. */
export async function aRequestFixture(t: TestApp): Promise<RequestFixture> {
  const { company, accessKey } = await aCompany(t.db);
  return {
    t,
    user: await anAccount(t),
    admin: await anAdmin(t),
    viewerCookie: await aViewerCookie(t.app, accessKey),
    companyId: company.id,
    managedId: (await aCompany(t.db)).company.id,
    accessKey,
    token: await anOrderToken(t, company.id),
  };
}

/** The cookie that opens a door; none for doors that read no cookies. */
export function cookieThrough({ user, admin, viewerCookie }: RequestFixture, door: Door): string {
  if (door === 'viewer') return viewerCookie;
  return door === 'signed-in' ? user.cookie : door === 'admin' ? admin.cookie : '';
}
