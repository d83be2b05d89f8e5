import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { makeDataDir, startNorthlight } from './northlight.ts';
import { collectMails } from './pictures/mails.ts';
import { listShots, type Shot } from './pictures/shots.ts';
import { type Person, setStage, visitShops } from './pictures/stage.ts';
import { walk } from './pictures/walks.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '.cache', 'pictures');
const widths = [360, 768, 1440];
const themes = ['light', 'dark'] as const;
const people: Person[] = ['stranger', 'viewer', 'member', 'admin', 'newcomer'];
/** Parts of screens' names: only such pictures are taken, and nothing is walked through. */
const wanted = process.argv.slice(2);
const isWanted = (screen: string) => wanted.length === 0 || wanted.some((part) => screen.includes(part));

const places = [makeDataDir(), makeDataDir()] as const;
const busy = await startNorthlight({ dataDir: places[0].dataDir });
const quiet = await startNorthlight({ dataDir: places[1].dataDir });
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const taken = new Set<string>();
try {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const stage = await setStage(browser, busy, quiet);
  const shots = listShots(stage).filter(({ screen }) => isWanted(screen));
  for (const theme of themes) {
    for (const width of widths) {
      await visitShops(busy, stage.shops);
      const look = { viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' } as const;
      for (const person of people) {
        const context = await browser.newContext({ ...look, storageState: stage.states[person] });
        await warmUp(await context.newPage(), busy.url);
        const theirs = shots.filter(({ as = 'stranger' }) => as === person);
        for (const shot of theirs) {
          if (shot.narrowOnly && width > 1000) continue;
          const page = await context.newPage();
          await open(page, (person === 'newcomer' ? quiet : busy).url, shot);
          await take(page, shot.screen, { width, theme, isWindow: shot.isWindow ?? false });
          await page.close();
        }
        await context.close();
      }
      console.log(`${theme}, ${width} px: ${shots.length} pictures`);
    }
  }
  const inEveryLook = async (page: Page, screen: string, isWindow = false) => {
    for (const theme of themes) {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: theme });
        await take(page, screen, { width, theme, isWindow });
      }
    }
  };
  if (wanted.length === 0 || wanted.some((part) => part.startsWith('mail'))) {
    const page = await browser.newPage();
    for (const { screen, html } of await collectMails(busy)) {
      await page.setContent(html);
      await inEveryLook(page, screen);
    }
  }
  if (wanted.length === 0) await walk(browser, stage, inEveryLook);
  writeFileSync(join(folder, 'sheet.html'), toSheet([...taken]));
  console.log(`The contact sheet is ${join(folder, 'sheet.html')}`);
} finally {
  await browser.close();
  await Promise.all([busy.stop(), quiet.stop()]);
  for (const { remove } of places) remove();
}

/** The typeface is left out of a page it comes too late for: the pictures show it. */
async function warmUp(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await page.close();
}

async function open(page: Page, url: string, { path, act }: Shot): Promise<void> {
  // A live portal never stops asking; what is drawn once its heading and its letters are there is the picture.
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
  await act?.(page);
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
  taken.add(screen);
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
