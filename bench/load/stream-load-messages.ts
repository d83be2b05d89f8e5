import { z } from 'zod';

/** What a process of the crowd is told. */
export const streamLoadCommand = z.union([
  z.object({
    open: z.object({
      port: z.number(),
      localAddress: z.string(),
      streams: z.array(z.object({ path: z.string(), cookie: z.string() })),
    }),
  }),
  z.object({ awaitOrders: z.number() }),
]);
export type StreamLoadCommand = z.infer<typeof streamLoadCommand>;

/** What it answers; `reachedAt` holds milliseconds since 1970, one for each stream. */
export const streamLoadReply = z.union([
  z.object({ opened: z.number() }),
  z.object({ isWaiting: z.literal(true) }),
  z.object({ reachedAt: z.array(z.number()) }),
  z.object({ failure: z.string() }),
]);
export type StreamLoadReply = z.infer<typeof streamLoadReply>;
