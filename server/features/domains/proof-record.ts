import { Resolver } from 'node:dns/promises';
import { proofPrefix } from '../../../contract/rules/portal-host.ts';

/**
 * `missing`: the name servers answered that the record does not exist, or has another value. `unknown`: they did not answer,
 * which proves nothing.
 */
export type ProofCheck =
  | { is: 'found' }
  | { is: 'missing'; problem: string }
  | { is: 'unknown'; problem: string };

export type CheckProof = (claim: { host: string; proof: string }) => Promise<ProofCheck>;

export const toRecordName = (host: string) => proofPrefix + host;

/** The errors that are answers: there is no such name, or it has no TXT record. */
const absent = new Set(['ENOTFOUND', 'ENODATA']);
const triesMax = 2;
const tryMs = 1_000;
const questionMs = 5_000;

/** @param servers Addresses of DNS servers. Empty: those of the system. */
export function createProofCheck(servers: readonly string[]): CheckProof {
  return async ({ host, proof }) => {
    const name = toRecordName(host);
    // One for each question: it remembers nothing, and can be cancelled.
    const resolver = new Resolver({ timeout: tryMs, tries: triesMax });
    if (servers.length > 0) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), questionMs);
    try {
      const records = await resolver.resolveTxt(name);
      if (records.some((parts) => parts.join('').trim() === proof)) return { is: 'found' };
      return {
        is: 'missing',
        problem: `The TXT record ${name} has another value. Compare it with the one here, letter by letter.`,
      };
    } catch (error) {
      if (isAbsence(error))
        return {
          is: 'missing',
          problem: `There is no TXT record named ${name}. A new one can take a few minutes, sometimes an hour, to be seen.`,
        };
      return {
        is: 'unknown',
        problem: `The name servers of ${host} did not answer. Nothing has changed; it is checked again by itself.`,
      };
    } finally {
      clearTimeout(timer);
    }
  };
}

const isAbsence = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && absent.has(error.code);
