import { type PortalCompany, portalCompany } from '../../contract/company/companies.ts';
import { apiPaths } from '../../contract/paths.ts';
import { type AgencySettings, type CompanyBrand, uploadedLogo } from '../../contract/site/agency-settings.ts';
import { send } from './accounts/accounts.ts';
import { publicOrigin } from './builders.ts';
import { anSvg } from './pictures.ts';
import type { TestApp } from './test-app.ts';

/** An SVG logo in one colour, twice as wide as high. */
export const aLogo = (colour: string) =>
  anSvg(`<rect width="20" height="10" fill="${colour}"/>`, 'viewBox="0 0 20 10"');

/** The answer to an upload of a logo, of the agency without a company. */
export const tryLogo = (
  t: TestApp,
  cookie: string,
  { companyId, content = aLogo('#7a1f2b') }: { companyId?: string; content?: Buffer } = {},
) =>
  t.app.inject({
    method: 'POST',
    url: companyId === undefined ? apiPaths.logos : apiPaths.companyLogos(companyId),
    headers: { origin: publicOrigin, cookie, 'content-type': 'image/svg+xml' },
    payload: content,
  });

/** Stores a logo, and returns its digest. */
export async function storeLogo(...given: Parameters<typeof tryLogo>): Promise<string> {
  const answer = await tryLogo(...given);
  if (answer.statusCode !== 201) throw new Error(`the logo was refused: ${answer.body}`);
  return uploadedLogo.parse(answer.json()).digest;
}

/** The answer to a change of a company's brand. `brand` may be anything. */
export const tryBrand = (t: TestApp, cookie: string, companyId: string, brand: unknown) =>
  send(
    t,
    apiPaths.company(companyId),
    { name: 'Test Shop', domain: 'shop.test', description: '', allowDuplicate: true, brand },
    { cookie, method: 'PATCH' },
  );

export async function saveBrand(
  t: TestApp,
  cookie: string,
  companyId: string,
  brand: CompanyBrand | null,
): Promise<void> {
  const answer = await tryBrand(t, cookie, companyId, brand);
  if (answer.statusCode !== 200) throw new Error(`the brand was refused: ${answer.body}`);
}

export async function saveAgencySettings(
  t: TestApp,
  cookie: string,
  settings: AgencySettings,
): Promise<void> {
  const { version } = t.server.agency.current;
  const answer = await send(t, apiPaths.settings, { version, settings }, { cookie, method: 'PUT' });
  if (answer.statusCode !== 200) throw new Error(`the settings were refused: ${answer.body}`);
}

/** The company of a portal, as its page gets it. */
export async function showCompany(
  t: TestApp,
  companyId: string,
  headers: Record<string, string>,
): Promise<PortalCompany> {
  const answer = await t.app.inject({ url: apiPaths.company(companyId), headers });
  if (answer.statusCode !== 200) throw new Error(`the company was refused: ${answer.body}`);
  return portalCompany.strict().parse(answer.json());
}

/** The stored brand of a company: its own fields, or null. */
export async function findStoredBrand(t: TestApp, companyId: string): Promise<unknown> {
  const { rows } = await t.db.query<{ brand: unknown }>('SELECT brand FROM companies WHERE id = $1', [
    companyId,
  ]);
  return rows[0]?.brand;
}
