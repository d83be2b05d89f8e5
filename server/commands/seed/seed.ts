import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { orderAmountMaxDefault } from '../../../contract/constants.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import { createCompany } from '../../features/companies/companies.ts';
import { toBatch } from '../../features/tracking/event-batch.ts';
import { toRows, toTimedEvent } from '../../features/tracking/event-rows.ts';
import { parseUserAgent } from '../../features/tracking/event-rules/user-agent.ts';
import { ensurePartitions } from '../../features/tracking/partitions/partitions.ts';
import { unknownPlace } from '../../features/tracking/places/places.ts';
import { storeBatch } from '../../features/tracking/store-batch.queries.ts';
import { RecentTabs } from '../../features/tracking/visitors/recent-tabs.ts';
import { toVisitorSalt } from '../../features/tracking/visitors/visitor-salts.ts';
import { countVisitors, type DemoShop, demoBrowsers, demoShops, makeVisit, pick } from './seed-visitors.ts';

interface SeedOptions {
  config: Config;
  db: Db;
  appSecret: string;
  print: (line: string) => void;
}

interface SeededShop {
  shop: DemoShop;
  companyId: string;
}

const historyDays = 30;
const dayMs = 86_400_000;

/**
 * Creates demo companies with a month of events, then sends visits to a running server until the command is
 * stopped.
 */
export async function seed({ config, db, appSecret, print }: SeedOptions): Promise<void> {
  await ensurePartitions(db, new Date(), 2);
  const shops: SeededShop[] = [];
  for (const shop of demoShops) {
    const { company, accessKey } = await createCompany(db, appSecret, { ...shop, allowDuplicate: true });
    print(`${company.name}: writing ${historyDays} days of visits…`);
    await writeHistory(db, shop, company.id);
    print(`  portal      ${config.publicUrl}/company-portal/${company.id}`);
    print(`  access key  ${accessKey}`);
    shops.push({ shop, companyId: company.id });
  }
  await sendVisitors(config.publicUrl, shops, print);
}

/** Stores past events with the tracking endpoint's own code, each step with its own time. */
async function writeHistory(db: Db, shop: DemoShop, companyId: string): Promise<void> {
  const end = Date.now();
  const company = {
    domain: shop.domain,
    currency: 'USD',
    orderAmountMax: orderAmountMaxDefault,
    timeZone: 'UTC',
    storesVisitorId: true,
    hasHashRouting: false,
  };
  // Of visitors that never existed, so that one salt for all days is enough.
  const hashing = {
    salt: toVisitorSalt(randomBytes(32), end),
    tabs: new RecentTabs(),
  };
  let time = end - historyDays * dayMs;
  while (time < end) {
    // Finer steps for the last day, which a portal shows first.
    const minutes = end - time > dayMs ? 60 : 5;
    const now = new Date(time);
    const visitors = countVisitors(shop, now, minutes, (end - time) / dayMs);
    const rows = Array.from({ length: visitors }, () => {
      const browser = pick(demoBrowsers);
      const events = makeVisit(shop, companyId, now);
      const sender = {
        agent: parseUserAgent(browser),
        userAgent: browser,
        place: unknownPlace,
        networkText: '',
        origin: `https://${shop.domain}`,
      };
      return events.map((event) => toRows(toTimedEvent(event, company, now), company, sender, hashing));
    });
    if (visitors > 0) await storeBatch(db, toBatch(rows.flat()), now);
    time += minutes * 60_000;
  }
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
  for (;;) {
    const { shop, companyId } = pick(shops);
    void visit(publicUrl, shop, companyId).catch((error: unknown) => print(String(error)));
    await delay(400 + Math.random() * 2_400);
  }
}

async function visit(publicUrl: string, shop: DemoShop, companyId: string): Promise<void> {
  const browser = pick(demoBrowsers);
  for (const event of makeVisit(shop, companyId, new Date())) {
    // Without its id, which contains the planned time: the server assigns one with the time of arrival.
    await fetch(`${publicUrl}${apiPaths.trackAnalytics}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': browser },
      body: JSON.stringify({ ...event, id: undefined }),
    });
    await delay(1_500 + Math.random() * 8_000);
  }
}
