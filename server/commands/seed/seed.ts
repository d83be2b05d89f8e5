import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import { createCompany } from '../../features/companies/companies.ts';
import { generateDemoEvents } from '../../features/tracking/demo/demo-events.ts';
import { createRandom } from '../../features/tracking/demo/random.ts';
import { loadEvents } from '../../features/tracking/import/bulk-load.ts';
import { listLiveVisits, pick, type SeededShop, sendVisit } from './live-visits.ts';
import { demoShops } from './seed-shops.ts';

interface SeedOptions {
  config: Config;
  db: Db;
  /** Connects with the role that owns the tables. */
  ownerUrl: string;
  appSecret: string;
  print: (line: string) => void;
}

/** Enough for a comparison of 30 days with the 30 days before. */
const historyDays = 60;

/**
 * Creates demo companies with two months of events, loaded as any other history is, then sends visits to a running
 * server until the command is stopped.
 */
export async function seed({ config, db, ownerUrl, appSecret, print }: SeedOptions): Promise<void> {
  const shops: SeededShop[] = [];
  for (const [index, shop] of demoShops.entries()) {
    const { company, accessKey } = await createCompany(db, appSecret, { ...shop, allowDuplicate: true });
    print(`${company.name}: writing ${historyDays} days of visits…`);
    const now = new Date();
    const history = generateDemoEvents(createRandom(index + 1), {
      ...{ site: { ...shop, host: shop.domain }, timeZone: shop.timeZone },
      ...{ days: historyDays, now },
    });
    await loadEvents({ db, ownerUrl }, company.id, history, { now });
    print(`  portal      ${config.publicUrl}/company-portal/${company.id}`);
    print(`  access key  ${accessKey}`);
    shops.push({ shop, companyId: company.id });
  }
  await sendVisitors(config.publicUrl, shops, print);
}

async function sendVisitors(
  publicUrl: string,
  shops: SeededShop[],
  print: (line: string) => void,
): Promise<void> {
  const isRunning = await fetch(`${publicUrl}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );
  if (!isRunning)
    return print(
      `No server answers at ${publicUrl}, so no live visits are sent. Start one with npm start, then run this command again.`,
    );
  print('Sending live visits. Stop with Ctrl-C.');
  const visits = shops.map((seeded) => ({ seeded, of: listLiveVisits(seeded) }));
  for (;;) {
    const { seeded, of } = pick(visits);
    const { value } = await of.next();
    void sendVisit(publicUrl, seeded, value).catch((error: unknown) => print(String(error)));
    await delay(400 + Math.random() * 2_400);
  }
}
