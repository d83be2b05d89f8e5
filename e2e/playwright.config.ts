import { defineConfig } from '@playwright/test';

// The user agent of an ordinary browser: events of a headless one are rejected as a bot's.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

export default defineConfig({
  testDir: 'stories',
  testMatch: '*.story.ts',
  // Each worker runs one file at a time with its own server. Stories mostly wait.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 300_000,
  // Generous, because machines differ. The benchmarks measure latency.
  expect: { timeout: 60_000 },
  outputDir: '../.cache/e2e',
  use: {
    userAgent,
    locale: 'en-US',
    timezoneId: 'Europe/London',
    // Recording traces takes longer than the stories themselves, so it is opt-in.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        // Also for what a page sends while it is left, which the setting above does not reach.
        `--user-agent=${userAgent}`,
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
