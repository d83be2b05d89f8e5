import { stat, statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  type CheckedPart,
  checkedParts,
  type Finding,
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
import { notChecked } from './finding.ts';
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

/** Of one check. The others do not wait for it. */
const limitMs = 5_000;
/** Of a mail server or a proxy, so that its check still has time to report that there was none. */
const answerMs = 2_500;
/** Screens ask often; a mail server and others should not notice. */
const keptMs = 30_000;

/** Looks at what the server depends on: disks, clocks, mail, proxies, the database and backups. */
export class SelfCheck {
  readonly #deps: SelfCheckDeps;
  #last: { at: number; answer: Promise<SelfCheckAnswer> } | undefined;

  constructor(deps: SelfCheckDeps) {
    this.#deps = deps;
  }

  /** The findings of now, or of up to half a minute ago. */
  read(): Promise<SelfCheckAnswer> {
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

  async #check(): Promise<SelfCheckAnswer> {
    const found = await Promise.all(checkedParts.map((part) => this.#checkOne(part)));
    return { checkedAt: new Date().toISOString(), findings: found };
  }

  async #checkOne(part: CheckedPart): Promise<Finding> {
    try {
      return await withTimeLimit(this.#checks[part](), limitMs);
    } catch (error) {
      return notChecked(part, toReason(error));
    }
  }

  readonly #checks: Record<CheckedPart, () => Promise<Finding>> = {
    backups: async () => {
      const { db, backups } = this.#deps;
      const now = new Date();
      const { last, verified } = await readBackupState(db);
      return findings.checkBackups({
        isConfigured: backups.files !== undefined,
        now,
        intervalMs: findLongestInterval(backups.settings.schedule, now),
        verifiedAt: verified?.verified_at ?? undefined,
        lastError: last?.error ?? undefined,
      });
    },
    'backup-disk': async () => {
      const { config, db, backups } = this.#deps;
      const { files } = backups;
      if (!files) return findings.checkBackupDisk(undefined);
      const { verified } = await readBackupState(db);
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
    'database-durability': async () => findings.checkDurability(await readDurability(this.#deps.db)),
    'database-role': async () => {
      const { config, db } = this.#deps;
      return findings.checkRole({
        isEmbedded: config.databaseUrl === undefined,
        ...(await readRole(db)),
      });
    },
    schema: async () => {
      const { ownerUrl, migrationsFolder } = this.#deps;
      const stored = await withConnection(ownerUrl, findSchemaVersion);
      return findings.checkSchema({ stored, known: Math.max(...listSchemaVersions(migrationsFolder)) });
    },
    clock: async () => {
      const before = Date.now();
      const at = await readDatabaseTime(this.#deps.db);
      // The database read its clock at some moment between the two.
      const after = Date.now();
      const aheadMs = at.getTime() - Math.min(Math.max(at.getTime(), before), after);
      return findings.checkClock(aheadMs);
    },
    mail: async () => {
      const { config, mailer } = this.#deps;
      const { smtpUrl } = config.mail;
      const { mails } = await mailer.listFailed();
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
    segments: async () => findings.checkSegments(await this.#deps.segments.failures.refresh()),
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

const toReason = (error: unknown) =>
  toOneLine(error instanceof Error ? error.message : String(error), 200).replace(/\.$/, '');
