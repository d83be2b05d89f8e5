import type { Browser, BrowserContext, Page } from '@playwright/test';
import { inbox } from '../../contract/inbox.ts';
import { apiPaths } from '../../contract/paths.ts';
import { analytics, automation, chatbots, design } from '../../contract/products.ts';
import {
  createCheckoutResponse,
  purchaseList as ordersShape,
  type PurchaseCurrency,
} from '../../contract/purchases.ts';
import { demoShops } from '../../server/commands/seed/seed-visitors.ts';
import { signUpAndConfirm } from '../accounts.ts';
import { becomeAdmin } from '../become-admin.ts';
import { createCompany, findFreePort, type Northlight, runCli } from '../northlight.ts';

export type Person = 'stranger' | 'viewer' | 'member' | 'admin' | 'newcomer';
type Remembered = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Portal {
  id: string;
  accessKey: string;
}

/** A place with everything in it, and one where nothing has happened yet. */
export interface Stage {
  busy: Northlight;
  quiet: Northlight;
  /** What the browser of each person remembers. The newcomer is the administrator of the quiet place. */
  states: Record<Person, Remembered>;
  shops: Portal[];
  empty: Portal;
  pendingCheckout: string;
  paidCheckout: string;
  letterId: string;
  demoId: string;
  paidOrderId: string;
}

export const adminEmail = 'ada.lovelace@northlight.example';
const memberEmail = 'charles.babbage@northlight.example';

export async function setStage(browser: Browser, busy: Northlight, quiet: Northlight): Promise<Stage> {
  const shops = await seedShops(busy);
  const empty = await createCompany(
    busy,
    'Northmoor Physiotherapy of the Upper Valleys',
    'upper-valleys.example',
  );
  await visitShops(busy, shops);

  const open = async () => (await browser.newContext()).newPage();
  const [admin, member, newcomer, viewer] = [await open(), await open(), await open(), await open()];
  await becomeAdmin(admin, busy, adminEmail);
  await becomeAdmin(newcomer, quiet, adminEmail);
  await signUpAndConfirm(member, busy, memberEmail);
  await member.getByRole('heading', { name: 'Access Denied' }).waitFor();
  // Once, so that no limit is met.
  for (const { id, accessKey } of [empty, ...shops.slice(0, 1)]) {
    await viewer.goto(`${busy.url}/company-access`);
    await viewer.getByLabel('Enter Access Key').fill(accessKey);
    await viewer.getByRole('button', { name: 'Access Portal' }).click();
    await viewer.waitForURL(`**/company-portal/${id}`);
  }

  const office = openOffice(admin, busy);
  await office.writeLetters();
  const paidCheckout = await office.buy(chatbots.priceId, 'jo@harbour-pine.shop', { isPaid: true });
  await office.buy(design.priceId, 'maximiliane.oberhuber@weinkellerei-oberhuber.example', {
    currency: 'gbp',
  });
  await office.buy(automation.priceId, 'orders@ember-coffee.shop', { isPaid: true, currency: 'gbp' });
  const pendingCheckout = await office.buy(analytics.priceId, 'ana@koehler.example');
  const { items } = await office.get(apiPaths.inbox, inbox.parse);
  const { orders } = await office.get(apiPaths.purchases, ordersShape.parse);
  const orderOf = (email: string) => orders.find(({ customerEmail }) => customerEmail === email)?.id ?? '';
  await office.makePortal(orderOf('orders@ember-coffee.shop'));
  await office.generateDemoData(shops.at(-1)?.id ?? '');

  const stage: Stage = {
    busy,
    quiet,
    states: {
      stranger: { cookies: [], origins: [] },
      viewer: await viewer.context().storageState(),
      member: await member.context().storageState(),
      admin: await admin.context().storageState(),
      newcomer: await newcomer.context().storageState(),
    },
    shops,
    empty,
    pendingCheckout,
    paidCheckout,
    letterId: items.find(({ name }) => name === 'Ana Köhler')?.id ?? '',
    demoId: items.find(({ kind }) => kind === 'demo')?.id ?? '',
    paidOrderId: orderOf('jo@harbour-pine.shop'),
  };
  for (const page of [admin, member, newcomer, viewer]) await page.context().close();
  return stage;
}

/** A month of visits. The command finds no server at this port: it would send visitors for good. */
async function seedShops({ dataDir }: Northlight): Promise<Portal[]> {
  const printed = await runCli(dataDir, await findFreePort(), ['seed']);
  const found = printed.matchAll(/company-portal\/(\S+)\s+access key\s+(\S+)/g);
  return [...found].map(([, id = '', accessKey = '']) => ({ id, accessKey }));
}

/** Somebody is there; who was not heard of for five minutes is not. */
export async function visitShops({ url }: Northlight, shops: Portal[]): Promise<void> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Macintosh) Safari/605' };
  const send = (companyId: string, domain: string, visitor: number) => {
    const metadata = { url: `https://${domain}/`, sessionId: `in-the-picture-${visitor}` };
    const body = JSON.stringify({ companyId, eventType: 'session', metadata });
    return fetch(url + apiPaths.trackAnalytics, { method: 'POST', headers, body });
  };
  const visitors = shops.flatMap(({ id }, at) =>
    Array.from({ length: 14 - 6 * at }, (_, each) => send(id, demoShops[at]?.domain ?? '', each)),
  );
  await Promise.all(visitors);
}

interface Purchase {
  isPaid?: boolean;
  currency?: PurchaseCurrency;
}

/** What is done without looking: by the addresses the pages themselves use. */
function openOffice({ request }: Page, { url }: Northlight) {
  const headers = { origin: url };
  const post = async (path: string, data: object) => {
    const answer = await request.post(url + path, { headers, data });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return answer;
  };
  return {
    get: async <T>(path: string, parse: (body: unknown) => T) =>
      parse(await (await request.get(url + path)).json()),

    buy: async (
      priceId: string,
      customerEmail: string,
      { isPaid = false, currency = 'usd' }: Purchase = {},
    ) => {
      const answer = await post(apiPaths.createCheckout, { priceId, customerEmail, currency });
      const checkout = createCheckoutResponse.parse(await answer.json()).url;
      if (isPaid) await request.post(checkout, { headers, form: { decision: 'pay' } });
      return new URL(checkout).pathname.split('/').at(-1) ?? '';
    },

    makePortal: (orderId: string) =>
      post(apiPaths.purchasePortal(orderId), {
        name: 'Ember Coffee Roasters',
        domain: 'ember-coffee.shop',
        description: '',
        currency: 'GBP',
      }),

    generateDemoData: (companyId: string) => post(apiPaths.simulateAnalytics, { companyId }),

    writeLetters: async () => {
      for (const letter of letters) await post(apiPaths.contactMessage, letter);
      await post(apiPaths.bookDemo, {
        name: 'Cem Yıldız',
        email: 'cem@engineworks.example',
        company: 'Engine Works',
        phone: '+44 117 496 0123',
        interest: 'Predictive Analytics',
      });
    },
  };
}

const letters = [
  {
    name: 'Rob Robot',
    email: 'rob@cheap-links.example',
    subject: 'Number one on every search page',
    message: 'http://a.example http://b.example http://c.example http://d.example',
  },
  {
    name: 'Jo Pine',
    email: 'jo@harbourpine.example',
    subject: 'Price',
    message: 'What would it cost?',
  },
  {
    name: 'Ana Köhler',
    email: 'ana@koehler.example',
    subject: 'How long does it take to have something running, and who looks after it afterwards?',
    message:
      'We run a small furniture shop in the third generation, with nine people and a web site from 2014.\n\nHow long does it take to have something running? And could we begin with the chatbot alone, see whether anybody uses it, and decide about the rest in spring?\n\nKind regards\nAna Köhler',
  },
];
