import { z } from 'zod';
import { companyId } from '../company/companies.ts';

/** Shop systems whose webhooks report orders. */
export const shopProviders = ['stripe', 'woocommerce', 'shopify'] as const;
export type ShopProvider = (typeof shopProviders)[number];

/**
 * `recorded`: it changed orders or refunds. `unchanged`: everything in it was known. `ignored`: it is about something
 * else. `rejected`: its signature or content was wrong.
 */
export const deliveryResults = ['recorded', 'unchanged', 'ignored', 'rejected'] as const;
export type DeliveryResult = (typeof deliveryResults)[number];

/** Deliveries that are kept for each connection. */
export const deliveriesMax = 50;

const shopDelivery = z.object({
  id: z.uuid(),
  receivedAt: z.iso.datetime(),
  /** The provider's name of the event; empty if the signature was wrong. */
  topic: z.string(),
  result: z.enum(deliveryResults),
  /** Why it was ignored or rejected. */
  detail: z.string(),
  orderId: z.string().nullable(),
  /** Rejected deliveries in a row are counted in one. */
  count: z.number().int().positive(),
});
export type ShopDelivery = z.infer<typeof shopDelivery>;

export const shopConnection = z.object({
  provider: z.enum(shopProviders),
  /** The address to enter at the provider. */
  webhookUrl: z.string(),
  /** Whether the signing secret was entered. Until then every delivery is rejected. */
  hasSecret: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Newest first. */
  deliveries: z.array(shopDelivery),
});
export type ShopConnection = z.infer<typeof shopConnection>;

export const shopConnections = z.object({ connections: z.array(shopConnection) });

/** Stores the signing secret; null keeps the connection without one, so that its address is known first. */
export const shopConnectionChange = z.object({
  secret: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 visible characters')
    .nullable(),
});

export const shopConnectionParams = z.object({ companyId, provider: z.enum(shopProviders) });
export const shopWebhookParams = z.object({ provider: z.enum(shopProviders), connectionId: z.uuid() });
