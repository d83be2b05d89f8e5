import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'stories',
  testMatch: '*.story.ts',
  // A file at a time for each, with servers of their own; much of a story is waiting.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 300_000,
  // Generous: how soon something is there is measured elsewhere, and machines differ.
  expect: { timeout: 60_000 },
  outputDir: '../.cache/e2e',
  use: {
    // The name a person's browser has: ours would be told from them as a bot, and rightly not counted.
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    locale: 'en-US',
    timezoneId: 'Europe/London',
    // Recording what may be looked at later costs more than the stories themselves: only when asked for.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
