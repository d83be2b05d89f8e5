import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { makeDataDir, startNorthlight } from './northlight.ts';
import { collectMails } from './pictures/mails.ts';
import { createPictureFixture, sendVisits, type Viewer } from './pictures/picture-fixture.ts';
import { watchRequests } from './pictures/quiet-page.ts';
import type { Shot } from './pictures/shot.ts';
import { listShots } from './pictures/shots.ts';
import { takeWalkthrough } from './pictures/walkthrough.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '.cache', 'pictures');
/** The height of a phone with 390 px, and of a small laptop. */
const heights = { phone: 844, wide: 900 };
const phoneWidthMax = 640;
const widths = [360, 390, 768, 1440];
const toViewport = (width: number) => ({
  width,
  height: width <= phoneWidthMax ? heights.phone : heights.wide,
});
const themes = ['light', 'dark'] as const;
const viewers: Viewer[] = ['stranger', 'viewer', 'member', 'admin', 'newcomer'];
/** Parts of screen names. If given, only matching pictures are taken, without the walkthrough. */
const wanted = process.argv.slice(2);
const isWanted = (screen: string) => wanted.length === 0 || wanted.some((part) => screen.includes(part));

const dataDirs = [makeDataDir(), makeDataDir()] as const;
const full = await startNorthlight({ dataDir: dataDirs[0].dataDir });
const fresh = await startNorthlight({ dataDir: dataDirs[1].dataDir });
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const screens = new Set<string>();
try {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const fixture = await createPictureFixture(browser, full, fresh);
  const shots = listShots(fixture).filter(({ screen }) => isWanted(screen));
  for (const theme of themes) {
    for (const width of widths) {
      await sendVisits(full, fixture.shops);
      const look = { viewport: toViewport(width), colorScheme: theme, reducedMotion: 'reduce' } as const;
      for (const viewer of viewers) {
        const context = await browser.newContext({ ...look, storageState: fixture.states[viewer] });
        await warmUp(await context.newPage(), full.url);
        const viewerShots = shots.filter(({ as = 'stranger' }) => as === viewer);
        for (const shot of viewerShots) {
          if (shot.narrowOnly && width > 1000) continue;
          if (shot.phoneOnly && width > phoneWidthMax) continue;
          const page = await context.newPage();
          await open(page, (viewer === 'newcomer' ? fresh : full).url, shot);
          await take(page, shot.screen, { width, theme, isWindow: shot.isWindow ?? false });
          await page.close();
        }
        await context.close();
      }
      console.log(`${theme}, ${width} px: ${shots.length} pictures`);
    }
  }
  const takeInEveryLook = async (page: Page, screen: string, isWindow = false) => {
    for (const theme of themes) {
      for (const width of widths) {
        await page.setViewportSize(toViewport(width));
        await page.emulateMedia({ colorScheme: theme });
        await take(page, screen, { width, theme, isWindow });
      }
    }
  };
  if (wanted.length === 0 || wanted.some((part) => part.startsWith('mail'))) {
    const page = await browser.newPage();
    for (const { screen, html } of await collectMails(full)) {
      await page.setContent(html);
      await takeInEveryLook(page, screen);
    }
  }
  if (wanted.length === 0) await takeWalkthrough(browser, fixture, takeInEveryLook);
  writeFileSync(join(folder, 'sheet.html'), toSheet([...screens]));
  console.log(`The contact sheet is ${join(folder, 'sheet.html')}`);
} finally {
  await browser.close();
  await Promise.all([full.stop(), fresh.stop()]);
  for (const { remove } of dataDirs) remove();
}

/** Fills the cache with the fonts: a page on which a font arrives late is drawn without it. */
async function warmUp(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await page.close();
}

async function open(page: Page, url: string, { path, act }: Shot): Promise<void> {
  const requests = watchRequests(page);
  await page.goto(url + path);
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
  await requests.waitUntilQuiet();
  if (!act) return;
  await act(page);
  await requests.waitUntilQuiet();
}

interface Picture {
  width: number;
  theme: string;
  isWindow: boolean;
}

async function take(page: Page, screen: string, { width, theme, isWindow }: Picture): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
  });
  const widest = await page.evaluate(() => document.documentElement.scrollWidth);
  if (widest > width) console.warn(`${screen} scrolls sideways at ${width} px (${widest})`);
  await page.screenshot({ path: join(folder, toName(screen, width, theme)), fullPage: !isWindow });
  screens.add(screen);
}

function toName(screen: string, width: number, theme: string): string {
  return `${screen}-${width}-${theme}.png`;
}

function toSheet(screens: string[]): string {
  const rows = screens.map((screen) => {
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
