import { stat, statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  type CheckedPart,
  checkedParts,
  type SelfCheckAnswer,
} from '../../../../contract/operation/self-check.ts';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/client.ts';
import { withConnection } from '../../../db/transfer/connection.ts';
import { findSchemaVersion, listSchemaVersions } from '../../../db/transfer/schema-version.ts';
import type { SeenProxies } from '../../../platform/http/undeclared-proxy.ts';
import { verifyMailServer } from '../../../platform/mail/mail-transport.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { toOneLine } from '../../../platform/mail/one-line.ts';
import { findLongestInterval } from '../../../platform/schedule/cron.ts';
import type { Segments } from '../../segments/segments.ts';
import { readBackupState } from '../backups/backups.queries.ts';
import type { Backups } from '../backups/backups.ts';
import { withTimeLimit } from '../time-limit.ts';
import { type CheckedFinding, notChecked } from './finding.ts';
import * as findings from './findings.ts';
import { isPrivateHost } from './is-private-host.ts';
import { checkMail, checkProxy, checkTls } from './network-findings.ts';
import { readCertificate } from './read-certificate.ts';
import { readDatabaseTime, readDurability, readRole } from './self-check.queries.ts';

export interface SelfCheckDeps {
  config: Config;
  db: Db;
  ownerUrl: string;
  migrationsFolder: string;
  backups: Backups;
  mailer: Pick<Mailer, 'listFailed'>;
  segments: Segments;
  seenProxies: SeenProxies;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** The limit of one check. The others do not wait for it. */
const limitMs = 5_000;
/** The limit of a mail server or a proxy, shorter, so that its check still has time to report its silence. */
const answerMs = 2_500;
/** Screens ask often; a mail server and others should not notice. */
const keptMs = 30_000;

interface Checked extends SelfCheckAnswer {
  findings: CheckedFinding[];
}

/** Looks at what the server depends on: disks, clocks, mail, proxies, the database and backups. */
export class SelfCheck {
  readonly #deps: SelfCheckDeps;
  #last: { at: number; answer: Promise<Checked> } | undefined;
  #databaseWork: Promise<unknown> = Promise.resolve();

  constructor(deps: SelfCheckDeps) {
    this.#deps = deps;
  }

  /** The findings of now, or of up to half a minute ago. */
  read(): Promise<Checked> {
    const now = performance.now();
    if (this.#last && now - this.#last.at < keptMs) return this.#last.answer;
    this.#last = { at: now, answer: this.#check() };
    return this.#last.answer;
  }

  /** Logs one line for each problem. Throws nothing, because a start does not wait for it. */
  async logProblems(): Promise<void> {
    const { findings: found } = await this.read();
    for (const { part, state, sentence, advice } of found)
      if (state === 'problem') this.#deps.log.warn({ part, advice }, `self-check: ${sentence}`);
  }

  async #check(): Promise<Checked> {
    const found = await Promise.all(checkedParts.map((part) => this.#checkOne(part)));
    return { checkedAt: new Date().toISOString(), findings: found };
  }

  async #checkOne(part: CheckedPart): Promise<CheckedFinding> {
    try {
      return await withTimeLimit(this.#checks[part](), limitMs);
    } catch (error) {
      // Asked again with the next request: it may have been a moment without a free connection.
      this.#last = undefined;
      return notChecked(part, toReason(error));
    }
  }

  /** One after the other on one connection: a busy machine needs long to open several at once. */
  #askDatabase<Result>(ask: (db: Db) => Promise<Result>): Promise<Result> {
    const answer = this.#databaseWork.then(() => ask(this.#deps.db));
    this.#databaseWork = answer.catch(() => {});
    return answer;
  }

  readonly #checks: Record<CheckedPart, () => Promise<CheckedFinding>> = {
    backups: async () => {
      const { backups } = this.#deps;
      const now = new Date();
      const { last, verified } = await this.#askDatabase(readBackupState);
      return findings.checkBackups({
        isConfigured: backups.files !== undefined,
        now,
        intervalMs: findLongestInterval(backups.settings.schedule, now),
        verifiedAt: verified?.verified_at ?? undefined,
        lastError: last?.error ?? undefined,
      });
    },
    'backup-disk': async () => {
      const { config, backups } = this.#deps;
      const { files } = backups;
      if (!files) return findings.checkBackupDisk(undefined);
      const { verified } = await this.#askDatabase(readBackupState);
      const freeBytes = await files.readFreeBytes();
      const [folder, data] = await Promise.all([stat(files.folder), stat(config.dataDir)]);
      return findings.checkBackupDisk({
        isSameDisk: folder.dev === data.dev,
        space: { freeBytes, neededBytes: config.diskReserveBytes + (verified?.bytes ?? 0) },
      });
    },
    disk: async () => {
      const { dataDir, diskReserveBytes } = this.#deps.config;
      const { bavail, bsize } = await statfs(dataDir);
      return findings.checkDisk({ freeBytes: bavail * bsize, neededBytes: diskReserveBytes });
    },
    'database-durability': async () => findings.checkDurability(await this.#askDatabase(readDurability)),
    'database-role': async () => {
      const isEmbedded = this.#deps.config.databaseUrl === undefined;
      return findings.checkRole({ isEmbedded, ...(await this.#askDatabase(readRole)) });
    },
    schema: async () => {
      const { ownerUrl, migrationsFolder } = this.#deps;
      const stored = await withConnection(ownerUrl, findSchemaVersion);
      return findings.checkSchema({ stored, known: Math.max(...listSchemaVersions(migrationsFolder)) });
    },
    clock: async () => {
      const aheadMs = await this.#askDatabase(async (db) => {
        const before = Date.now();
        const at = (await readDatabaseTime(db)).getTime();
        // The database read its clock at some moment between the two.
        return at - Math.min(Math.max(at, before), Date.now());
      });
      return findings.checkClock(aheadMs);
    },
    mail: async () => {
      const { config, mailer } = this.#deps;
      const { smtpUrl } = config.mail;
      const { mails } = await this.#askDatabase(() => mailer.listFailed());
      return checkMail({
        isConfigured: smtpUrl !== undefined,
        serverError: smtpUrl === undefined ? undefined : await findMailError(smtpUrl),
        failed: mails.filter(({ isRetrying }) => !isRetrying).length,
      });
    },
    proxy: async () => {
      const { config, seenProxies } = this.#deps;
      return checkProxy({
        isSecure: config.publicUrl.startsWith('https:'),
        areDeclared: config.trustProxy !== false,
        sawUndeclared: seenProxies.undeclared,
        sawWithoutHttps: seenProxies.withoutHttps,
      });
    },
    tls: async () => {
      const { protocol, hostname, port } = new URL(this.#deps.config.publicUrl);
      const isSecure = protocol === 'https:';
      const target = { host: hostname, port: Number(port || 443) };
      return checkTls({
        host: hostname,
        isSecure,
        isPrivate: isPrivateHost(hostname),
        now: new Date(),
        certificate: isSecure ? await readCertificate(target, answerMs) : undefined,
      });
    },
    segments: async () => {
      const { failures } = this.#deps.segments;
      return findings.checkSegments(await this.#askDatabase(() => failures.refresh()));
    },
  };
}

/** Why the mail server cannot be used, or undefined. */
async function findMailError(smtpUrl: string): Promise<string | undefined> {
  try {
    await withTimeLimit(verifyMailServer(smtpUrl, answerMs), answerMs);
    return undefined;
  } catch (error) {
    return toReason(error);
  }
}

/** The error behind an error in one line: a failed query has its statement as its message. */
function toReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return toOneLine(cause instanceof Error ? cause.message : String(cause), 200).replace(/\.$/, '');
}
