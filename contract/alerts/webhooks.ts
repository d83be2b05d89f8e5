import { z } from 'zod';
import { companyId } from '../company/companies.ts';
import { parseUrl } from '../rules/network/parse-url.ts';
import { cleanLine } from '../rules/text.ts';
import { alertKinds } from './alert-kinds.ts';
import { alert } from './alerts.ts';

export const webhookLimits = { perOwner: 10, descriptionLength: 100, urlLength: 500, messages: 100 } as const;
/** How long the secret before the current one signs too. */
export const previousSecretHours = 24;

const url = z
  .string()
  .max(webhookLimits.urlLength)
  .refine((text) => /^https?:\/\//i.test(text) && parseUrl(text) !== undefined, {
    error: 'must be an address such as https://example.com/hook',
  });
const fields = {
  url,
  description: cleanLine(webhookLimits.descriptionLength),
  kinds: z
    .array(z.enum(alertKinds))
    .min(1, { error: 'must have a kind' })
    .refine((names) => new Set(names).size === names.length, 'must not name a kind twice'),
};

export const webhook = z.object({
  ...fields,
  id: z.uuid(),
  isOn: z.boolean(),
  /** Since when every delivery has failed; null after a success. */
  failingSince: z.iso.datetime().nullable(),
  /** Until when the replaced secret signs too; null without one. */
  previousSecretEndsAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Webhook = z.infer<typeof webhook>;
export const webhookList = z.object({ webhooks: z.array(webhook) });

export const newWebhook = z.strictObject(fields);
export type NewWebhook = z.output<typeof newWebhook>;
export const webhookChange = z.strictObject({ ...fields, isOn: z.boolean() }).partial();
export type WebhookChange = z.output<typeof webhookChange>;
/** Only this answer contains the secret, as `whsec_` and base64. */
export const webhookWithSecret = z.object({ webhook, secret: z.string() });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

export const webhookParams = z.object({ webhookId: z.uuid() });
export const webhookMessageParams = webhookParams.extend({ messageId: z.uuid() });
export const companyWebhookParams = webhookParams.extend({ companyId });
export const companyWebhookMessageParams = webhookMessageParams.extend({ companyId });

export const webhookMessage = z.object({
  id: z.uuid(),
  type: z.string(),
  body: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  createdAt: z.iso.datetime(),
  nextAt: z.iso.datetime().nullable(),
  attempts: z.array(
    z.object({
      at: z.iso.datetime(),
      status: z.int().nullable(),
      error: z.string(),
      durationMs: z.int().nonnegative(),
    }),
  ),
});
export type WebhookMessage = z.infer<typeof webhookMessage>;
/** The newest first. */
export const webhookMessages = z.object({ messages: z.array(webhookMessage) });

export const webhookPayload = z.object({
  /** `test` is sent by a member alone. */
  type: z.enum(['alert.began', 'alert.ended', 'test']),
  timestamp: z.iso.datetime(),
  data: z.object({
    alert: alert.nullable(),
    /** The sentence of the mail, in English. */
    text: z.string(),
    /** The page that shows it. */
    url: z.string(),
  }),
});
export type WebhookPayload = z.infer<typeof webhookPayload>;
