import { randomUUID } from 'node:crypto';
import { alertKinds } from '../../../../contract/alerts/alert-kinds.ts';
import {
  type NewWebhook,
  previousSecretHours,
  type Webhook,
  type WebhookChange,
  type WebhookWithSecret,
  webhookLimits,
} from '../../../../contract/alerts/webhooks.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../../platform/idempotency/idempotency.ts';
import type { AllowedTarget } from '../../../platform/outbound/allowed-targets.ts';
import { FetchError, type FetchFailure } from '../../../platform/outbound/fetch-error.ts';
import { requirePostable } from '../../../platform/outbound/post-public.ts';
import { requireCompany } from '../../companies/companies.ts';
import { type AlertOwner, lockOwner, toObjectId } from '../alert-owner.ts';
import { endWaitingMessages } from './messages.queries.ts';
import { makeWebhookSecret, openWebhookSecret, sealWebhookSecret } from './signature.ts';
import {
  deleteWebhook,
  insertWebhook,
  listWebhookRows,
  updateWebhook,
  type WebhookRow,
} from './webhooks.queries.ts';

export interface WebhooksDeps {
  db: Db;
  appSecret: string;
  allowedTargets: readonly AllowedTarget[];
}

/** Who asks for a secret, and how a repeated request is recognized. */
export interface SecretRequest {
  by: Actor;
  claim: IdempotencyClaim | undefined;
  /** The header of the request that the claim is made from. */
  idempotencyKey: string | undefined;
}

export interface WebhookPlace {
  owner: AlertOwner;
  webhookId: string;
}

/** Oldest first. */
export async function listWebhooks({ db }: Pick<WebhooksDeps, 'db'>, owner: AlertOwner): Promise<Webhook[]> {
  if (owner !== null) await requireCompany(db, owner);
  return (await listWebhookRows(db, owner)).map(toWebhook);
}

/** Only this answer, and that of the same request repeated, has the secret. */
export async function createWebhook(
  deps: WebhooksDeps,
  owner: AlertOwner,
  { url: given, description, kinds }: NewWebhook,
  request: SecretRequest,
): Promise<WebhookWithSecret> {
  const url = requireUrl(deps, given);
  const id = randomUUID();
  return deps.db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, request.claim, id);
    const of = await lockOwner(tx, owner);
    const existing = await listWebhookRows(tx, owner);
    if (earlierId !== undefined) {
      const row = requireRow(existing, earlierId);
      return answerAgain(deps, row, earlierId, request);
    }
    if (existing.length >= webhookLimits.perOwner) {
      const message = `There can be at most ${webhookLimits.perOwner} webhooks. Delete one first.`;
      throw new AppError(409, 'conflict', message);
    }
    const secret = makeWebhookSecret(deps.appSecret, id, request.idempotencyKey);
    const row: WebhookRow = {
      ...{ id, company_id: owner, url, description, kinds, is_on: true, failing_since: null },
      ...{ sealed_secret: sealWebhookSecret(deps.appSecret, id, secret) },
      ...{ sealed_previous: null, previous_ends_at: null },
      ...{ created_at: new Date(), created_by: request.by.name },
    };
    await insertWebhook(tx, row);
    await recordWebhook(tx, request.by, { action: 'webhook.created', owner, of, row });
    return { webhook: toWebhook(row), secret };
  });
}

/** Fields that are absent stay as they are. Switched off, it drops what waits; switched on, its failures are forgotten. */
export async function changeWebhook(
  deps: WebhooksDeps,
  { owner, webhookId }: WebhookPlace,
  { url: given, description, kinds, isOn }: WebhookChange,
  by: Actor,
): Promise<Webhook> {
  const url = given === undefined ? undefined : requireUrl(deps, given);
  return deps.db.transaction(async (tx) => {
    const of = await lockOwner(tx, owner);
    const before = requireRow(await listWebhookRows(tx, owner), webhookId);
    const row: WebhookRow = {
      ...before,
      url: url ?? before.url,
      description: description ?? before.description,
      kinds: kinds ?? before.kinds,
      is_on: isOn ?? before.is_on,
      failing_since: isOn === true && !before.is_on ? null : before.failing_since,
    };
    await updateWebhook(tx, row);
    if (!row.is_on) await endWaitingMessages(tx, webhookId);
    await recordWebhook(tx, by, { action: 'webhook.changed', owner, of, row });
    return toWebhook(row);
  });
}

/**
 * Creates another secret for a webhook. For a day both sign.
 * @throws {AppError} 409 while an earlier one still signs: of several requests at once, one gets a secret.
 */
export async function rotateSecret(
  deps: WebhooksDeps,
  { owner, webhookId }: WebhookPlace,
  request: SecretRequest,
): Promise<WebhookWithSecret> {
  const rotationId = randomUUID();
  return deps.db.transaction(async (tx) => {
    const now = new Date();
    const earlierId = await claimIdempotencyKey(tx, request.claim, rotationId);
    const of = await lockOwner(tx, owner);
    const before = requireRow(await listWebhookRows(tx, owner), webhookId);
    if (earlierId !== undefined) return answerAgain(deps, before, earlierId, request);
    if (before.previous_ends_at !== null && before.previous_ends_at > now) throw alreadyReplaced();
    const secret = makeWebhookSecret(deps.appSecret, rotationId, request.idempotencyKey);
    const row: WebhookRow = {
      ...before,
      sealed_secret: sealWebhookSecret(deps.appSecret, webhookId, secret),
      sealed_previous: before.sealed_secret,
      previous_ends_at: new Date(now.getTime() + previousSecretHours * 3_600_000),
    };
    await updateWebhook(tx, row);
    await recordWebhook(tx, request.by, { action: 'webhook.secret-replaced', owner, of, row });
    return { webhook: toWebhook(row), secret };
  });
}

/** Deletes a webhook with its messages. */
export async function removeWebhook(
  { db }: Pick<WebhooksDeps, 'db'>,
  { owner, webhookId }: WebhookPlace,
  by: Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const of = await lockOwner(tx, owner);
    const row = requireRow(await listWebhookRows(tx, owner), webhookId);
    await deleteWebhook(tx, owner, webhookId);
    await recordWebhook(tx, by, { action: 'webhook.deleted', owner, of, row });
  });
}

/** Throws a 404 for a webhook that the owner does not have. */
export async function requireWebhook(tx: Tx, { owner, webhookId }: WebhookPlace): Promise<WebhookRow> {
  return requireRow(await listWebhookRows(tx, owner), webhookId);
}

/** The answer to a request that was answered before: the same secret, unless it was replaced since. */
function answerAgain(
  { appSecret }: WebhooksDeps,
  row: WebhookRow,
  createdId: string,
  { idempotencyKey }: SecretRequest,
): WebhookWithSecret {
  const secret = makeWebhookSecret(appSecret, createdId, idempotencyKey);
  if (openWebhookSecret(appSecret, row.id, row.sealed_secret) !== secret) throw alreadyReplaced();
  return { webhook: toWebhook(row), secret };
}

interface Change {
  action: string;
  owner: AlertOwner;
  of: string;
  row: WebhookRow;
}

/** Only the host of the address: its path and query may contain a secret of the receiver. */
export async function recordWebhook(tx: Tx, by: Actor, { action, owner, of, row }: Change): Promise<void> {
  const object = `${new URL(row.url).host} for ${of}`;
  await recordAudit(tx, by, { action, object, ...toObjectId(owner) });
}

function requireUrl({ allowedTargets }: WebhooksDeps, given: string): string {
  try {
    return requirePostable(allowedTargets, given);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new AppError(400, 'invalid-request', urlProblems[error.failure] ?? invalidUrl, { field: 'url' });
  }
}

const invalidUrl = 'Please enter an address such as https://example.com/hook.';
const urlProblems: Partial<Record<FetchFailure, string>> = {
  'scheme-not-allowed': 'The address must begin with https://.',
  'port-not-allowed': 'The address must not have another port than 443 or 80.',
  'credentials-in-address': 'The address must not contain a user name or password.',
  'not-public': 'The address must be one of the internet, not of a private network.',
};

function requireRow(rows: readonly WebhookRow[], id: string): WebhookRow {
  const found = rows.find((row) => row.id === id);
  if (found) return found;
  throw new AppError(404, 'not-found', 'This webhook was deleted. Reload the list.');
}

const alreadyReplaced = () =>
  new AppError(
    409,
    'conflict',
    'The secret of this webhook is already replaced. It can be replaced again when the old one has ended.',
  );

const toWebhook = (row: WebhookRow): Webhook => ({
  ...{ id: row.id, url: row.url, description: row.description, isOn: row.is_on },
  kinds: alertKinds.filter((kind) => row.kinds.includes(kind)),
  failingSince: row.failing_since?.toISOString() ?? null,
  previousSecretEndsAt: row.previous_ends_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
