import { generateDemoEvents } from '../../tracking/demo/demo-events.ts';
import { ordinaryShop } from '../../tracking/demo/demo-site.ts';
import { type EventChunk, toChunks } from '../../tracking/import/event-chunks.ts';
import type { DemoCompany } from './demo-data.queries.ts';

/** Enough for a comparison of 30 days with the 30 days before. */
const demoDays = 90;

/** Three months of events of an ordinary shop of this company's size, currency and time zone: 30,000 to 60,000. */
export async function prepareDemoEvents(
  { domain, currency, time_zone }: DemoCompany,
  { now, random }: { now: Date; random: () => number },
): Promise<EventChunk[]> {
  const site = {
    ...ordinaryShop,
    host: domain,
    currency,
    visitorsPerDay: 42 + random() * 16,
    typicalOrder: 38 + random() * 70,
  };
  const events = generateDemoEvents(random, { site, timeZone: time_zone, days: demoDays, now });
  const chunks: EventChunk[] = [];
  for await (const chunk of toChunks(events)) chunks.push(chunk);
  return chunks;
}
