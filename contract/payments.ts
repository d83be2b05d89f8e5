import { z } from 'zod';
import { emailPattern, fieldMax } from './constants.ts';
import { products } from './products.ts';

export const createPaymentRequest = z.object({
  priceId: z.enum(products.map((product) => product.priceId)),
  customerEmail: z.string().trim().max(fieldMax.email).regex(emailPattern),
});
export type CreatePaymentRequest = z.infer<typeof createPaymentRequest>;

/** Where the customer pays. Only web addresses: the page opens it. */
export const createPaymentAnswer = z.object({ url: z.url({ protocol: /^https?$/ }) });
