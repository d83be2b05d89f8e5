import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { pages } from '../contract/pages.ts';
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

interface Shot {
  screen: string;
  path: string;
  /** Shown once the key of the company with demo data has been entered. */
  asViewer?: boolean;
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
  const viewer = await becomeViewer(browser, northlight, full, empty);
  const wanted = process.argv[2] ?? '';
  const shots = listShots(full, empty).filter(({ screen }) => screen.includes(wanted));
  for (const theme of themes) {
    for (const width of widths) {
      const look = { viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' } as const;
      const page = await browser.newPage({ ...look, storageState: viewer });
      const stranger = await browser.newPage(look);
      for (const shot of shots) await take(shot.asViewer ? page : stranger, shot, width, theme);
      await page.close();
      await stranger.close();
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
      if (!path.includes(':companyId')) return [{ screen, path }];
      return [
        { screen, path: company(path, full), asViewer: true },
        { screen: `${screen}-empty`, path: company(path, empty), asViewer: true },
        { screen: `${screen}-stranger`, path: company(path, full) },
      ];
    })
    .concat({ screen: 'not-found', path: '/no-such-page' });
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

async function take(page: Page, { screen, path }: Shot, width: number, theme: string): Promise<void> {
  // A live portal never stops asking; what is drawn once its heading and its letters are there is the picture.
  await page.goto(northlight.url + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
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
