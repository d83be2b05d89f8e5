import { z } from 'zod';

/** The kinds of mail that a link to unsubscribe can end. */
export const subscriptionKinds = ['report', 'alert'] as const;
export type SubscriptionKind = (typeof subscriptionKinds)[number];

const token = z.string().min(1).max(200);

export const subscriptionRequest = z.strictObject({ token });

export const subscription = z.object({
  kind: z.enum(subscriptionKinds),
  /** The company whose reports or alerts they are; null for alerts of all companies. */
  company: z.string().nullable(),
  /** The address, shortened so that a forwarded mail does not reveal it. */
  email: z.string(),
  isSubscribed: z.boolean(),
  /** Alerts only: no mails until then. */
  mutedUntil: z.iso.datetime().nullable(),
});
export type Subscription = z.infer<typeof subscription>;

/** `mutedDays`: alerts only; 0 ends a pause. */
export const subscriptionChange = z.strictObject({
  token,
  isSubscribed: z.boolean().optional(),
  mutedDays: z.int().min(0).max(90).optional(),
});

export const subscriptionParams = z.object({ token });
