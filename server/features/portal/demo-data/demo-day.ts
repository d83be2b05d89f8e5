import { trafficByHour } from '../../tracking/demo/demo-audience.ts';
import type { DemoReading } from './demo-data.queries.ts';

const hours = 24;
const stepMinutes = 5;

/**
 * A plausible day of a shop, ending now: consistent running totals every five minutes (several pages per user, a few
 * orders per hundred users, order amounts within a range).
 */
export function generateDemoDay(now: Date, random: () => number): DemoReading[] {
  const readings: DemoReading[] = [];
  const usersPerStep = 2.5 + random() * 4;
  const ordersPerUser = 0.022 + random() * 0.022;
  const typicalOrder = 38 + random() * 70;
  let users = 20 + Math.round(random() * 20);
  let orders = Math.max(1, Math.round(users * ordersPerUser));
  let pageViews = Math.round(users * 2.8);
  let revenueCents = Math.round(orders * typicalOrder * 100);
  const end = Math.floor(now.getTime() / 60_000) * 60_000;
  for (let time = end - hours * 3_600_000; time <= end; time += stepMinutes * 60_000) {
    const expected = usersPerStep * (trafficByHour[new Date(time).getUTCHours()] ?? 1);
    const newUsers = countArrivals(expected, random);
    users += newUsers;
    pageViews += newUsers + countArrivals(expected * 1.8, random);
    // There are never more orders than users.
    const newOrders = Math.min(countArrivals(expected * ordersPerUser, random), users - orders);
    orders += newOrders;
    for (let order = 0; order < newOrders; order += 1) {
      revenueCents += Math.round(typicalOrder * (0.4 + random() * 1.4) * 100);
    }
    const timestamp = new Date(time).toISOString();
    const conversionRate = Math.round((orders / users) * 1_000_000) / 10_000;
    readings.push(
      { metric_name: 'users', timestamp, metric_value: users },
      { metric_name: 'page_views', timestamp, metric_value: pageViews },
      { metric_name: 'orders', timestamp, metric_value: orders },
      { metric_name: 'revenue', timestamp, metric_value: revenueCents / 100 },
      { metric_name: 'conversion_rate', timestamp, metric_value: conversionRate },
    );
  }
  return readings;
}

/** A Poisson-distributed count with the given mean (Knuth, TAOCP vol. 2, 3.4.1). */
function countArrivals(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
