import { setTimeout as delay } from 'node:timers/promises';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import type { Northlight } from '../northlight.ts';
import { toQuantiles } from '../quantiles.ts';
import { sendShopOrder } from '../shop-orders.ts';
import type { SuiteContext } from '../suite.ts';
import { startBusyLoops } from './busy-loops.ts';
import type { RecordedRequest } from './open-portal.ts';
import { type ReplayedAnswer, type ReplayViewer, replay } from './replay.ts';

const busyLoops = 4;
const busyMaxMs = 120_000;
/** A portal that has waited longer than this without its cards counts as failed. */
const answersMaxMs = 60_000;

export interface BusyCompany {
  companyId: string;
  requests: RecordedRequest[];
}

/**
 * Portals that are opened one after the other, each by a different viewer and just after an order, while other
 * processes keep every core busy. Replays what a browser requests: browsers would need more of the processor than the server.
 */
export async function measureBusy(
  { log, pick }: SuiteContext,
  northlight: Northlight,
  companies: BusyCompany[],
): Promise<Measurement[]> {
  const portals = pick({ smallest: 3, usual: 20 });
  const withinMs = pick({ smallest: 500, usual: 10_000 });
  log(`portal: ${portals} portals next to ${busyLoops} busy loops`);
  const nextCookies: (() => string)[] = [];
  for (const { companyId } of companies) nextCookies.push(await createViewerCookies(northlight, companyId));
  const loops = startBusyLoops(busyLoops, busyMaxMs);
  const openings: Promise<{ cardsMs: number; wholeMs: number; answers: ReplayedAnswer[] }>[] = [];
  try {
    for (let nth = 0; nth < portals; nth += 1) {
      const company = companies[nth % companies.length];
      const cookie = nextCookies[nth % companies.length]?.();
      if (!company || cookie === undefined) break;
      openings.push(openBusy(northlight, company, { cookie, address: `10.77.1.${nth}` }));
      await delay(withinMs / portals);
    }
    const done = await Promise.race([Promise.all(openings), delay(answersMaxMs, undefined, { ref: false })]);
    if (!done) throw new Error('Portals next to busy loops were not answered within a minute.');
    return toBusyFigures(done);
  } finally {
    await loops.stop();
  }
}

async function openBusy(northlight: Northlight, { companyId, requests }: BusyCompany, viewer: ReplayViewer) {
  await sendShopOrder(northlight.port, companyId);
  const answers = await replay(requests, viewer);
  const withCards = answers.filter(hasCards);
  return {
    answers,
    cardsMs: Math.min(Number.POSITIVE_INFINITY, ...withCards.map(({ endedMs }) => endedMs)),
    wholeMs: Math.max(...answers.map(({ endedMs }) => endedMs)),
  };
}

/** Figures of the cards are in the text or the data of the document, or in an answer that the page asks for. */
function hasCards({ url, status, body }: ReplayedAnswer): boolean {
  if (status !== 200) return false;
  if (new URL(url).pathname.endsWith('/stats/summary')) return true;
  if (!/^<!doctype/i.test(body)) return false;
  return (
    /stats\/summary[^"]*":\{/.test(body) || /Total Users\D{0,200}\d/.test(body.replaceAll(/<[^>]*>/g, ' '))
  );
}

function toBusyFigures(
  openings: { cardsMs: number; wholeMs: number; answers: ReplayedAnswer[] }[],
): Measurement[] {
  const answers = openings.flatMap((opening) => opening.answers);
  const failed = answers.filter(({ status }) => status < 200 || status > 299);
  for (const status of new Set(failed.map((answer) => answer.status))) {
    const urls = failed.filter((answer) => answer.status === status).map(({ url }) => new URL(url).pathname);
    console.log(
      `portal: ${urls.length} answers with ${status || 'no status'}: ${[...new Set(urls)].join(', ')}`,
    );
  }
  const name = `busy, ${openings.length} portals in ten seconds`;
  const seconds = { suite: 'portal', unit: 's', decimals: 2 };
  const cards = toQuantiles(openings.map(({ cardsMs }) => cardsMs / 1_000));
  const whole = toQuantiles(openings.map(({ wholeMs }) => wholeMs / 1_000));
  return [
    { ...seconds, name: `${name}, cards, p50`, value: cards(0.5) },
    { ...seconds, name: `${name}, cards, slowest`, value: cards(1), budget: { atMost: 2 } },
    { ...seconds, name: `${name}, every answer, slowest`, value: whole(1) },
    {
      suite: 'portal',
      name: `${name}, answers that are not 2xx, of ${answers.length}`,
      value: failed.length,
      unit: '',
      budget: { atMost: 0 },
    },
  ];
}
