import type { Browser, BrowserContext, Page } from '@playwright/test';
import { inbox } from '../../contract/inbox.ts';
import { apiPaths } from '../../contract/paths.ts';
import { createCheckoutResponse, purchaseList as ordersShape } from '../../contract/public/purchases.ts';
import { usualProducts } from '../../contract/site/products.ts';
import type { PurchaseCurrency } from '../../contract/site/purchase-currencies.ts';
import { demoShops } from '../../server/commands/seed/seed-shops.ts';
import { signUpAndConfirm } from '../accounts.ts';
import { becomeAdmin } from '../become-admin.ts';
import { createCompany, findFreePort, type Northlight, runCli } from '../northlight.ts';

export type Viewer = 'stranger' | 'viewer' | 'member' | 'admin' | 'newcomer';
type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Portal {
  id: string;
  accessKey: string;
}

/** A server with data on every screen, and one without any. */
export interface PictureFixture {
  full: Northlight;
  fresh: Northlight;
  /** The cookies and storage of each viewer's browser. The newcomer is the administrator of the fresh server. */
  states: Record<Viewer, BrowserState>;
  shops: Portal[];
  empty: Portal;
  pendingCheckout: string;
  paidCheckout: string;
  contactMessageId: string;
  demoRequestId: string;
  paidPurchaseId: string;
}

export const adminEmail = 'ada.lovelace@northlight.example';
const memberEmail = 'charles.babbage@northlight.example';

export async function createPictureFixture(
  browser: Browser,
  full: Northlight,
  fresh: Northlight,
): Promise<PictureFixture> {
  const shops = await seedShops(full);
  const empty = await createCompany(
    full,
    'Northmoor Physiotherapy of the Upper Valleys',
    'upper-valleys.example',
  );
  await sendVisits(full, shops);

  const open = async () => (await browser.newContext()).newPage();
  const [admin, member, newcomer, viewer] = [await open(), await open(), await open(), await open()];
  await becomeAdmin(admin, full, adminEmail);
  await becomeAdmin(newcomer, fresh, adminEmail);
  await signUpAndConfirm(member, full, memberEmail);
  await member.getByRole('heading', { name: 'Access Denied' }).waitFor();
  // Signed in once, because sign-ins are limited.
  for (const { id, accessKey } of [empty, ...shops.slice(0, 1)]) {
    await viewer.goto(`${full.url}/company-access`);
    await viewer.getByLabel('Enter Access Key').fill(accessKey);
    await viewer.getByRole('button', { name: 'Access Portal' }).click();
    await viewer.waitForURL(`**/company-portal/${id}`);
  }

  const agency = openAgencyApi(admin, full);
  await agency.sendMessages();
  const paidCheckout = await agency.buy(usualProducts.chatbots.priceId, 'jo@harbour-pine.shop', {
    isPaid: true,
  });
  await agency.buy(usualProducts.design.priceId, 'maximiliane.oberhuber@weinkellerei-oberhuber.example', {
    currency: 'gbp',
  });
  await agency.buy(usualProducts.automation.priceId, 'orders@ember-coffee.shop', {
    isPaid: true,
    currency: 'gbp',
  });
  const pendingCheckout = await agency.buy(usualProducts.analytics.priceId, 'ana@koehler.example');
  const { items } = await agency.get(apiPaths.inbox, inbox.parse);
  const { orders } = await agency.get(apiPaths.purchases, ordersShape.parse);
  const findPurchaseId = (email: string) =>
    orders.find(({ customerEmail }) => customerEmail === email)?.id ?? '';
  await agency.createPortal(findPurchaseId('orders@ember-coffee.shop'));
  await agency.generateDemoData(shops.at(-1)?.id ?? '');
  await agency.givePeopleAccess(shops[0]?.id ?? '');

  const fixture: PictureFixture = {
    full,
    fresh,
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
    contactMessageId: items.find(({ name }) => name === 'Ana Köhler')?.id ?? '',
    demoRequestId: items.find(({ kind }) => kind === 'demo')?.id ?? '',
    paidPurchaseId: findPurchaseId('jo@harbour-pine.shop'),
  };
  for (const page of [admin, member, newcomer, viewer]) await page.context().close();
  return fixture;
}

/** Seeds a month of visits. With a free port the command finds no server, to which it would keep sending visitors. */
async function seedShops({ dataDir }: Northlight): Promise<Portal[]> {
  const printed = await runCli(dataDir, await findFreePort(), ['seed']);
  const found = printed.matchAll(/company-portal\/(\S+)\s+access key\s+(\S+)/g);
  return [...found].map(([, id = '', accessKey = '']) => ({ id, accessKey }));
}

/** Sends visits, so that the shops have active visitors for the next five minutes. */
export async function sendVisits({ url }: Northlight, shops: Portal[]): Promise<void> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Macintosh) Safari/605' };
  const send = (companyId: string, domain: string, visitor: number) => {
    const metadata = { url: `https://${domain}/`, sessionId: `picture-visitor-${visitor}` };
    const body = JSON.stringify({ companyId, eventType: 'session', metadata });
    return fetch(url + apiPaths.trackAnalytics, { method: 'POST', headers, body });
  };
  const visitors = shops.flatMap(({ id }, at) =>
    Array.from({ length: 14 - 6 * at }, (_, each) => send(id, demoShops[at]?.domain ?? '', each)),
  );
  await Promise.all(visitors);
}

interface PurchaseOptions {
  isPaid?: boolean;
  currency?: PurchaseCurrency;
}

/** Calls the API as the pages do, for data whose creation is not pictured. */
function openAgencyApi({ request }: Page, { url }: Northlight) {
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
      { isPaid = false, currency = 'usd' }: PurchaseOptions = {},
    ) => {
      const answer = await post(apiPaths.createCheckout, { priceId, customerEmail, currency });
      const checkout = createCheckoutResponse.parse(await answer.json()).url;
      if (isPaid) await request.post(checkout, { headers, form: { decision: 'pay' } });
      return new URL(checkout).pathname.split('/').at(-1) ?? '';
    },

    createPortal: (orderId: string) =>
      post(apiPaths.purchasePortal(orderId), {
        name: 'Ember Coffee Roasters',
        domain: 'ember-coffee.shop',
        description: '',
        currency: 'GBP',
      }),

    generateDemoData: (companyId: string) => post(apiPaths.simulateAnalytics, { companyId }),

    givePeopleAccess: async (companyId: string) => {
      for (const person of people) await post(apiPaths.accesses(companyId), { kind: 'person', ...person });
    },

    sendMessages: async () => {
      for (const message of contactMessages) await post(apiPaths.contactMessage, message);
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

const people = [
  { name: 'Board meeting', rights: ['dashboard'], expiresAt: '2099-12-31T23:59:59.000Z' },
  {
    name: 'Maximiliane Oberhuber-Wolfeschlegelstein, accounting',
    email: 'maximiliane.oberhuber@weinkellerei-oberhuber.example',
    rights: ['money', 'orders', 'export'],
    filters: ['host:is:shop.harbourpine.shop,outlet.harbourpine.shop', 'country:is:DE,AT'],
  },
  {
    name: 'Mia Sand, marketing',
    email: 'mia@harbourpine.example',
    rights: ['dashboard', 'money', 'annotate', 'export'],
    sendsInvitation: true,
  },
];

const contactMessages = [
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
      'We run a small furniture shop in the third generation, with nine people and a web site from 2014.\n\nHow long does it take to have something running? And could we begin with the chatbot alone, see whether anyone uses it, and decide about the rest in spring?\n\nKind regards\nAna Köhler',
  },
];
