import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { pages } from '../contract/pages.ts';
import { apiPaths } from '../contract/paths.ts';
import { chatbots } from '../contract/products.ts';
import { becomeAdmin } from './become-admin.ts';
import {
  type CreatedCompany,
  createCompany,
  makeDataDir,
  type Northlight,
  startNorthlight,
} from './northlight.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '.cache', 'pictures');
const widths = [360, 768, 1440];
const themes = ['light', 'dark'] as const;

type Person = 'stranger' | 'viewer' | 'admin';

interface Shot {
  screen: string;
  path: string;
  /** Whose browser: a stranger's unless said. A viewer has entered both keys. */
  as?: Person;
}

const { dataDir, remove } = makeDataDir();
const northlight = await startNorthlight({ dataDir });
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const full = await createCompany(northlight, 'Harbour & Pine', 'localhost');
  const empty = await createCompany(northlight, 'Northmoor Physiotherapy of the Upper Valleys', 'localhost');
  const states = {
    stranger: { cookies: [], origins: [] },
    viewer: await becomeViewer(browser, northlight, full, empty),
    admin: await openOffice(browser, northlight),
  };
  const wanted = process.argv[2] ?? '';
  const shots = listShots(full, empty).filter(({ screen }) => screen.includes(wanted));
  for (const theme of themes) {
    for (const width of widths) {
      const look = { viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' } as const;
      for (const person of ['stranger', 'viewer', 'admin'] as const) {
        const page = await browser.newPage({ ...look, storageState: states[person] });
        const theirs = shots.filter(({ as = 'stranger' }) => as === person);
        for (const shot of theirs) await take(page, shot, width, theme);
        await page.close();
      }
      console.log(`${theme}, ${width} px: ${shots.length} pictures`);
    }
  }
  writeFileSync(join(folder, 'sheet.html'), toSheet(shots));
  console.log(`The contact sheet is ${join(folder, 'sheet.html')}`);
} finally {
  await browser.close();
  await northlight.stop();
  remove();
}

function listShots(full: CreatedCompany, empty: CreatedCompany): Shot[] {
  const company = (path: string, { id }: CreatedCompany) => path.replace(':companyId', id);
  return pages
    .flatMap(({ path }): Shot[] => {
      const screen = path === '/' ? 'home' : path.slice(1).replace('/:companyId', '').replaceAll('/', '-');
      if (path.startsWith('/admin')) return [{ screen, path, as: 'admin' }];
      if (!path.includes(':companyId')) return [{ screen, path }];
      return [
        { screen, path: company(path, full), as: 'viewer' },
        { screen: `${screen}-empty`, path: company(path, empty), as: 'viewer' },
        { screen: `${screen}-stranger`, path: company(path, full) },
      ];
    })
    .concat(
      { screen: 'admin-new', path: '/admin?new=company', as: 'admin' },
      { screen: 'admin-manage', path: `/admin?company=${full.id}`, as: 'admin' },
      { screen: 'not-found', path: '/no-such-page' },
    );
}

/** Enters both keys once, so that no limit is met, fills one portal, and gives what the browser then remembers. */
async function becomeViewer(on: Browser, { url }: Northlight, full: CreatedCompany, empty: CreatedCompany) {
  const context = await on.newContext();
  const page = await context.newPage();
  for (const company of [empty, full]) {
    await page.goto(`${url}/company-access`);
    await page.getByLabel('Enter Access Key').fill(company.accessKey);
    await page.getByRole('button', { name: 'Access Portal' }).click();
    await page.waitForURL(company.portal);
  }
  await page.getByRole('button', { name: 'Generate Demo Data' }).click();
  await page.getByRole('region', { name: 'Demo data' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** An administrator's browser, with something in the inbox and in the orders. */
async function openOffice(on: Browser, northlight: Northlight) {
  const context = await on.newContext();
  const page = await context.newPage();
  await becomeAdmin(page, northlight, 'ada.lovelace@northlight.example');
  const headers = { origin: northlight.url };
  const message = 'We run a small furniture shop.\n\nHow long does it take to have something running?';
  const letters = [
    { name: 'Ana Köhler', email: 'ana@koehler.example', subject: 'How long does it take?', message },
    { name: 'Jo Pine', email: 'jo@harbourpine.example', subject: 'Price', message: 'What would it cost?' },
  ];
  for (const data of letters) {
    await page.request.post(northlight.url + apiPaths.contactMessage, { headers, data });
  }
  const wish = { priceId: chatbots.priceId, customerEmail: 'jo@harbourpine.example' };
  await page.request.post(northlight.url + apiPaths.createPayment, { headers, data: wish });
  const state = await context.storageState();
  await context.close();
  return state;
}

async function take(page: Page, { screen, path }: Shot, width: number, theme: string): Promise<void> {
  // A live portal never stops asking; what is drawn once its heading and its letters are there is the picture.
  await page.goto(northlight.url + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByText('Loading...').first().waitFor({ state: 'hidden' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let top = 0; top < document.body.scrollHeight; top += 600) {
      scrollTo(0, top);
      await new Promise(requestAnimationFrame);
    }
    scrollTo(0, 0);
    await new Promise(requestAnimationFrame);
  });
  const widest = await page.evaluate(() => document.documentElement.scrollWidth);
  if (widest > width) console.warn(`${screen} scrolls sideways at ${width} px (${widest})`);
  await page.screenshot({ path: join(folder, toName(screen, width, theme)), fullPage: true });
}

function toName(screen: string, width: number, theme: string): string {
  return `${screen}-${width}-${theme}.png`;
}

function toSheet(shots: Shot[]): string {
  const rows = shots.map(({ screen }) => {
    const cells = themes.flatMap((theme) =>
      widths.map(
        (width) =>
          `<a href="${toName(screen, width, theme)}"><img loading="lazy" src="${toName(screen, width, theme)}" alt="${screen}, ${width} px, ${theme}"></a>`,
      ),
    );
    return `<h2>${screen}</h2><div>${cells.join('')}</div>`;
  });
  const style =
    'body{font:14px sans-serif;margin:24px}div{display:flex;gap:12px;align-items:start}img{width:200px;border:1px solid #ccc}';
  return `<!doctype html><meta charset="utf-8"><title>Every screen</title><style>${style}</style>${rows.join('')}\n`;
}
