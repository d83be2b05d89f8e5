import type { AdminTopic } from '../../contract/accounts.ts';

/** Everything shown of a topic stands under its key, so that news of the topic reach all of it. */
export const adminKey = (topic: AdminTopic) => ['admin', topic] as const;
