import { randomBytes } from 'node:crypto';
import { apiPaths } from '../../../contract/paths.ts';
import { type CustomDomain, customDomain } from '../../../contract/site/domains.ts';
import { addDomain } from '../../features/domains/domains.ts';
import { operator } from '../../platform/audit.ts';
import { AllowedHosts } from '../../platform/http/allowed-hosts.ts';
import { send, type TestAccount } from '../accounts/accounts.ts';
import type { TestApp } from '../test-app.ts';
import type { TestDnsServer } from './dns-server.ts';

/** A name that no other test uses. */
export const aHostName = () => `stats-${randomBytes(4).toString('hex')}.client.example`;

interface DomainRequest {
  admin: Pick<TestAccount, 'cookie'>;
  /** Null for an address of the agency's portals. */
  companyId: string | null;
}

const toPaths = (companyId: string | null) =>
  companyId === null
    ? { list: apiPaths.domains, check: apiPaths.checkDomain, one: apiPaths.domain }
    : {
        list: apiPaths.companyDomains(companyId),
        check: (id: string) => apiPaths.checkCompanyDomain(companyId, id),
        one: (id: string) => apiPaths.companyDomain(companyId, id),
      };

/** Adds an own address. It waits for its record. */
export async function addHost(
  t: TestApp,
  { admin, companyId }: DomainRequest,
  host: string,
): Promise<CustomDomain> {
  const answer = await send(t, toPaths(companyId).list, { host }, { cookie: admin.cookie });
  if (answer.statusCode !== 201) throw new Error(`the address was refused: ${answer.body}`);
  return customDomain.parse(answer.json());
}

/** Asks for the record of an address. */
export async function checkHost(
  t: TestApp,
  { admin, companyId }: DomainRequest,
  id: string,
): Promise<CustomDomain> {
  const answer = await send(t, toPaths(companyId).check(id), {}, { cookie: admin.cookie });
  if (answer.statusCode !== 200) throw new Error(`the check was refused: ${answer.body}`);
  return customDomain.parse(answer.json());
}

/** An own address in use: its record is in the DNS, and was found. */
export async function anOwnHost(
  t: TestApp,
  dns: TestDnsServer,
  request: DomainRequest & { host: string },
): Promise<CustomDomain> {
  const added = await addHost(t, request, request.host);
  dns.records.set(added.record.name, [added.record.value]);
  const checked = await checkHost(t, request, added.id);
  if (checked.state !== 'in-use') throw new Error(`the address is not in use: ${checked.problem}`);
  return checked;
}

/** As if the record of an address had been missing for so long. Does nothing if it is not missing. */
export async function ageAbsence(t: TestApp, id: string, minutes = 60): Promise<void> {
  const read = 'SELECT failing_since FROM custom_domains WHERE id = $1';
  const since = (await t.db.query<{ failing_since: Date }>(read, [id])).rows[0]?.failing_since;
  if (!since) return;
  await t.db.query('UPDATE custom_domains SET failing_since = $2 WHERE id = $1', [
    id,
    new Date(since.getTime() - minutes * 60_000),
  ]);
}

export interface TestDomains {
  add: (companyId: string, host: string) => Promise<{ id: string; record: string }>;
  /** Adds an address and its record, and checks it. */
  prove: (companyId: string, host: string) => Promise<{ id: string; record: string }>;
  check: (id: string) => Promise<void>;
}

/** Own addresses without an administrator, for servers with another PUBLIC_URL than that of test accounts. */
export function toTestDomains(t: TestApp, dns: TestDnsServer): TestDomains {
  const { domains, domainChecks: checks } = t.server;
  const hosts = new AllowedHosts(t.config.publicUrl, [], domains);
  const add = async (companyId: string, host: string) => {
    const { id, record } = await addDomain({ db: t.db, hosts }, companyId, { host, by: operator });
    dns.records.set(record.name, []);
    return { id, record: record.name, value: record.value };
  };
  const check = async (id: string) => {
    await checks.run(id, operator);
    await domains.refresh();
  };
  return {
    add,
    check,
    prove: async (companyId, host) => {
      const { id, record, value } = await add(companyId, host);
      dns.records.set(record, [value]);
      await check(id);
      return { id, record };
    },
  };
}
