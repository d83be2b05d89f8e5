import { statfs } from 'node:fs/promises';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { AppError } from './errors.ts';
import type { Metrics } from './metrics/metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route stores what strangers send, or much of anything: it is closed while the disk is almost full. */
    needsSpace?: true;
  }
}

const checkEveryMs = 10_000;
const repeatWarningMs = 600_000;
const retryAfterSeconds = 60;

interface DiskWatchDeps {
  folder: string;
  reserveBytes: number;
  metrics: Metrics;
  log: { warn: (details: object, message: string) => void; info: (details: object, message: string) => void };
  /** Reads the free space. Default: that of the folder's file system. Tests give another one. */
  readFreeBytes?: () => Promise<number>;
}

/**
 * Watches the free disk space of the embedded database. A full disk would stop the database in the middle of a write.
 * Below the reserve, everything that grows without limit is rejected: events, orders, forms, sign-ups. What administrators
 * need to make space still works.
 */
export class DiskWatch {
  readonly #deps: DiskWatchDeps;
  readonly #readFreeBytes: () => Promise<number>;
  #freeBytes = Number.POSITIVE_INFINITY;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: DiskWatchDeps) {
    this.#deps = deps;
    this.#readFreeBytes =
      deps.readFreeBytes ??
      (async () => {
        const { bavail, bsize } = await statfs(deps.folder);
        return bavail * bsize;
      });
    deps.metrics.gauge('northlight_disk_free_bytes', 'Free disk space of the database.', () =>
      Number.isFinite(this.#freeBytes) ? this.#freeBytes : 0,
    );
    deps.metrics.gauge(
      'northlight_disk_low',
      '1 while events, orders and forms are rejected because the disk is almost full.',
      () => (this.isLow ? 1 : 0),
    );
  }

  get isLow(): boolean {
    return this.#freeBytes < this.#deps.reserveBytes;
  }

  async start(): Promise<void> {
    await this.check(performance.now());
    this.#timer = setInterval(() => this.check(performance.now()), checkEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async check(nowMs: number): Promise<void> {
    const wasLow = this.isLow;
    const { folder, reserveBytes, log } = this.#deps;
    try {
      this.#freeBytes = await this.#readFreeBytes();
    } catch (err) {
      // Unknown is not low: a file system that does not report its free space must not stop tracking.
      this.#freeBytes = Number.POSITIVE_INFINITY;
      if (!wasLow && nowMs - this.#warnedAt < repeatWarningMs) return;
      this.#warnedAt = nowMs;
      return log.warn({ err, folder }, 'the free disk space could not be read');
    }
    const details = { folder, freeBytes: this.#freeBytes, reserveBytes };
    if (this.isLow && (!wasLow || nowMs - this.#warnedAt >= repeatWarningMs)) {
      this.#warnedAt = nowMs;
      log.warn(
        details,
        'the disk is almost full: events, orders and forms are rejected until there is space again',
      );
    }
    if (wasLow && !this.isLow) log.info(details, 'there is enough disk space again: everything is accepted');
  }

  /** Throws 503 while there is too little space. */
  requireSpace(): void {
    if (!this.isLow) return;
    throw new AppError(
      503,
      'unavailable',
      'The server has too little disk space to store this. Please try again later.',
      {
        headers: { 'retry-after': String(retryAfterSeconds) },
      },
    );
  }
}

/** Rejects requests to the routes that need space while the disk has none (`requireSpace` throws). */
export function closeWithoutSpace(app: FastifyInstance, requireSpace: () => void): void {
  // After the hooks of the route's scope: an answer has their headers, and outsiders learn nothing.
  app.addHook('onRoute', (route: RouteOptions) => {
    if (!route.config?.needsSpace) return;
    route.onRequest = [...[route.onRequest ?? []].flat(), async () => requireSpace()];
  });
}
