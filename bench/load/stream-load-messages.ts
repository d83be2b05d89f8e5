import { z } from 'zod';

/** A message to a process of the stream load. */
export const streamLoadCommand = z.union([
  z.object({
    open: z.object({
      port: z.number(),
      localAddress: z.string(),
      streams: z.array(z.object({ path: z.string(), cookie: z.string() })),
    }),
  }),
  z.object({ awaitChange: z.literal(true) }),
]);
export type StreamLoadCommand = z.infer<typeof streamLoadCommand>;

/** A reply; `reachedAt` has the time of each stream in milliseconds since 1970. */
export const streamLoadReply = z.union([
  z.object({ opened: z.number() }),
  z.object({ isWaiting: z.literal(true) }),
  z.object({ reachedAt: z.array(z.number()) }),
  z.object({ failure: z.string() }),
]);
export type StreamLoadReply = z.infer<typeof streamLoadReply>;
