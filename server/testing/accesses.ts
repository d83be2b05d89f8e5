import type { LightMyRequestResponse } from 'fastify';
import type { z } from 'zod';
import { type CreatedAccess, createdAccess, type newPersonAccess } from '../../contract/company/accesses.ts';
import { apiPaths } from '../../contract/paths.ts';
import { send } from './accounts/accounts.ts';
import type { TestApp } from './test-app.ts';

export type PersonInput = Partial<z.input<typeof newPersonAccess>>;

/** A request of an administrator that gives a person access. */
export const createPerson = (t: TestApp, cookie: string, companyId: string, given: PersonInput = {}) =>
  send(
    t,
    apiPaths.accesses(companyId),
    { kind: 'person', name: 'Mia Sand', rights: ['dashboard', 'money'], ...given },
    { cookie },
  );

/** A person with access, who has not opened the portal yet. */
export async function aPerson(
  t: TestApp,
  cookie: string,
  companyId: string,
  given: PersonInput = {},
): Promise<CreatedAccess> {
  const answer = await createPerson(t, cookie, companyId, given);
  if (answer.statusCode !== 201) throw new Error(`the access was not created: ${answer.body}`);
  return createdAccess.parse(answer.json());
}

/** The token in the address of a link. */
export const toPortalToken = ({ url }: { url: string }): string => new URL(url).hash.slice(1);

export const openLink = (t: TestApp, token: unknown, headers: Record<string, string> = {}) =>
  send(t, apiPaths.openPortalLink, { token }, { headers });

/** The cookie header of a browser that opened a link. */
export async function aLinkCookie(t: TestApp, link: { url: string }): Promise<string> {
  const answer = await openLink(t, toPortalToken(link));
  if (answer.statusCode !== 200) throw new Error(`the link was refused: ${answer.body}`);
  return toCookie(answer);
}

export function toCookie(answer: LightMyRequestResponse): string {
  const [cookie] = answer.cookies;
  return `${cookie?.name}=${cookie?.value}`;
}

/** Asks for a company as its portal does. */
export const look = (t: TestApp, companyId: string, cookie: string) =>
  t.app.inject({ url: apiPaths.company(companyId), headers: { cookie } });
