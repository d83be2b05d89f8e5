import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '../../../db/client.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import type { MailDeps } from '../../../platform/mail/mail-brand.ts';
import { FetchError } from '../../../platform/outbound/fetch-error.ts';
import type { PostPublic } from '../../../platform/outbound/post-public.ts';
import { createUuidV7 } from '../../../platform/uuid-v7.ts';
import { deliveryQueue } from './alert-messages.ts';
import {
  type ClaimedMessage,
  claimMessage,
  clearFailing,
  findDueWebhook,
  insertAttempt,
  listDueMessageIds,
  listResponsible,
  markFailing,
  switchOff,
  updateMessage,
} from './deliveries.queries.ts';
import { claimSeconds, failingDaysMax, toWait } from './delivery-times.ts';
import { endWaitingMessages } from './messages.queries.ts';
import { openWebhookSecret, toSignedHeaders } from './signature.ts';
import { type SwitchOffCause, webhookOffMail } from './switched-off-mail.ts';

export interface DeliveryDeps {
  db: Db;
  jobs: Pick<Jobs, 'send' | 'listWaitingIds'>;
  mails: MailDeps;
  appSecret: string;
  post: PostPublic;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Messages to one webhook at once, of each process. A receiver that never answers leaves the other workers alone. */
const atOnceMax = 2;
/** How long a message waits for the others of its webhook. */
const inTurnSeconds = 5;
const rescuedMax = 1_000;

interface Attempt {
  at: Date;
  status: number | null;
  /** Empty for a success. */
  error: string;
  durationMs: number;
}

/**
 * Delivers messages to webhooks, each at least once: a process that ends between the answer and its record lets the message
 * be sent again, which the receiver recognizes by its id.
 */
export class WebhookDelivery {
  readonly #deps: DeliveryDeps;
  readonly #running = new Map<string, number>();
  readonly #attempts = new Set<Promise<void>>();
  readonly #ending = new AbortController();

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /** Delivers a message if it is due. What goes wrong is recorded, and tried again later. */
  async deliver(messageId: string): Promise<void> {
    const { db, jobs } = this.#deps;
    const webhookId = await findDueWebhook(db, messageId, new Date());
    if (webhookId === undefined || this.#ending.signal.aborted) return;
    const running = this.#running.get(webhookId) ?? 0;
    if (running >= atOnceMax) return jobs.send(db, deliveryQueue, messageId, inTurnSeconds);
    this.#running.set(webhookId, running + 1);
    const attempt = this.#attempt(messageId).finally(() => this.#leave(webhookId));
    this.#attempts.add(attempt);
    await attempt.finally(() => this.#attempts.delete(attempt));
  }

  /** Adds jobs for messages that are due without one, such as those of a process that ended. */
  async addMissingJobs(): Promise<void> {
    const { db, jobs } = this.#deps;
    const due = await listDueMessageIds(db, new Date(), rescuedMax);
    if (due.length === 0) return;
    const planned = await jobs.listWaitingIds(db, deliveryQueue);
    for (const id of due.filter((each) => !planned.has(each))) await jobs.send(db, deliveryQueue, id);
  }

  /** Ends the requests that wait for an answer. Their messages are sent again later. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.allSettled(this.#attempts);
  }

  #leave(webhookId: string): void {
    const left = (this.#running.get(webhookId) ?? 1) - 1;
    if (left > 0) this.#running.set(webhookId, left);
    else this.#running.delete(webhookId);
  }

  async #attempt(messageId: string): Promise<void> {
    const { db } = this.#deps;
    const now = new Date();
    const until = new Date(now.getTime() + claimSeconds * 1000);
    const message = await claimMessage(db, messageId, { now, until });
    if (!message) return;
    if (!message.is_on) {
      await updateMessage(db, { ...message, state: 'failed', nextAt: null });
      return;
    }
    const attempt = await this.#send(message, now);
    // Not an answer of the receiver: the message stays claimed, and is sent again afterwards.
    if (this.#ending.signal.aborted && attempt.status === null) return;
    await db.transaction((tx) => this.#record(tx, message, attempt));
  }

  async #send(message: ClaimedMessage, at: Date): Promise<Attempt> {
    const { id, body, url } = message;
    const secrets = listSecrets(this.#deps.appSecret, message, at);
    if (secrets.length === 0) {
      const error = 'The secret cannot be decrypted with the APP_SECRET of this server. Replace it.';
      return { at, status: null, error, durationMs: 0 };
    }
    const headers = { 'content-type': 'application/json', ...toSignedHeaders({ id, at, body }, secrets) };
    const start = performance.now();
    const toAttempt = (status: number | null, error: string): Attempt => ({
      ...{ at, status, error, durationMs: Math.round(performance.now() - start) },
    });
    try {
      const status = await this.#deps.post(url, { headers, body, signal: this.#ending.signal });
      return toAttempt(status, status >= 200 && status <= 299 ? '' : `The receiver answered with ${status}.`);
    } catch (error) {
      if (!(error instanceof FetchError)) {
        // Counted like any other failure: a message that cannot be sent must not be tried without end.
        this.#deps.log.warn({ err: error, messageId: id }, 'a message to a webhook could not be sent');
        return toAttempt(null, 'The message could not be sent. The log of the server has the reason.');
      }
      return toAttempt(null, postFailures[error.failure] ?? error.failure);
    }
  }

  async #record(tx: Tx, message: ClaimedMessage, attempt: Attempt): Promise<void> {
    const { id, webhook_id: webhookId } = message;
    const { jobs } = this.#deps;
    const now = new Date();
    await insertAttempt(tx, { id: createUuidV7(now), messageId: id, ...attempt });
    if (attempt.error === '') {
      await updateMessage(tx, { id, state: 'delivered', attempts: 0, nextAt: null });
      await clearFailing(tx, webhookId);
      return;
    }
    const failingSince = await markFailing(tx, webhookId, attempt.at);
    const attempts = message.attempts + 1;
    const isLast = toWait(attempts) === undefined;
    const isTooLong = now.getTime() - failingSince.getTime() >= failingDaysMax * 86_400_000;
    // Only after all attempts: weeks can be between the messages, and the receiver may have been repaired since.
    const isFailing = isLast && isTooLong;
    const cause = attempt.status === 410 ? 'gone' : isFailing ? 'failing' : undefined;
    const wait = cause ? undefined : toWait(attempts);
    const nextAt = wait === undefined ? null : new Date(now.getTime() + wait * 1000);
    const state = nextAt === null ? 'failed' : 'waiting';
    const isWaiting = await updateMessage(tx, { id, state, attempts, nextAt });
    if (isWaiting && wait !== undefined) await jobs.send(tx, deliveryQueue, id, wait);
    if (cause) await this.#switchOff(tx, { webhookId, cause, reason: attempt.error });
  }

  async #switchOff(
    tx: Tx,
    { webhookId, cause, reason }: { webhookId: string; cause: SwitchOffCause; reason: string },
  ): Promise<void> {
    const webhook = await switchOff(tx, webhookId);
    if (!webhook) return;
    await endWaitingMessages(tx, webhookId);
    const { mails, log } = this.#deps;
    log.warn({ webhookId, cause }, 'a webhook was switched off');
    const { host } = new URL(webhook.url);
    for (const to of await listResponsible(tx, webhook.created_by)) {
      const mail = webhookOffMail(to, mails, { host, company: webhook.company, cause, reason });
      await mails.mailer.queue(tx, mail);
    }
  }
}

/** The current secret, and the replaced one while it signs too. */
function listSecrets(appSecret: string, message: ClaimedMessage, now: Date): string[] {
  const { webhook_id: id, sealed_secret, sealed_previous, previous_ends_at: endsAt } = message;
  const previous = endsAt !== null && endsAt > now ? sealed_previous : null;
  return [sealed_secret, previous].flatMap((sealed) => {
    const secret = sealed === null ? undefined : openWebhookSecret(appSecret, id, sealed);
    return secret ?? [];
  });
}

/** The reason why a message could not be sent, as text. */
const postFailures: Partial<Record<FetchError['failure'], string>> = {
  'scheme-not-allowed': 'The address has no https.',
  'port-not-allowed': 'The address has another port than 443 or 80.',
  'name-unknown': 'The host name is unknown.',
  'not-public': 'The host is not on the internet.',
  'no-connection': 'The receiver did not accept a connection, or ended it.',
  'certificate-invalid': 'The certificate of the receiver is not valid.',
  'answer-invalid': 'The receiver did not answer as a web server.',
  'too-slow': 'The receiver did not answer within 10 seconds.',
};
