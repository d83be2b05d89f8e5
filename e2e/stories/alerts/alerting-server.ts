import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { type ReceivedMail, type SmtpHarness, startSmtp } from '../../../server/testing/mail/smtp-harness.ts';
import { becomeAdmin } from '../../become-admin.ts';
import { makeDataDir, type Northlight, startNorthlight } from '../../northlight.ts';

export interface AlertingServer {
  northlight: Northlight;
  smtp: SmtpHarness;
  /** A page of an owner. */
  admin: Page;
  end: () => Promise<void>;
}

interface Options {
  /** Stores data while the server runs, before it is started with mails. */
  prepare: (northlight: Northlight) => Promise<void>;
  /** Hosts that are not public and may be asked. */
  allowed: string;
  /** As if the server had been started earlier. What happened before it ran is no silence. */
  startedMsAgo?: number;
}

/** A server that sends its mails. The owner's own mail is read from the data folder, before there is a mail server. */
export async function startAlertingServer(browser: Browser, options: Options): Promise<AlertingServer> {
  const smtp = await startSmtp();
  const { dataDir, remove } = makeDataDir();
  const first = await startNorthlight({ dataDir });
  const admin = await (await browser.newContext()).newPage();
  await becomeAdmin(admin, first, 'admin@agency.example');
  await options.prepare(first);
  await first.stop();
  const env = {
    SMTP_URL: smtp.url,
    SITE_CHECK_ALLOW: options.allowed,
    WEBHOOK_ALLOW: options.allowed,
  };
  const northlight = await startEarlier({ dataDir, port: first.port, env }, options.startedMsAgo ?? 0);
  const end = async () => {
    await northlight.stop();
    await smtp.close();
    remove();
  };
  return { northlight, smtp, admin, end };
}

/** Starts the server with a clock that is behind until the server is ready. */
async function startEarlier(
  { dataDir, port, env }: { dataDir: string; port: number; env: Record<string, string> },
  behindMs: number,
): Promise<Northlight> {
  if (behindMs === 0) return startNorthlight({ dataDir, port, env });
  const file = join(dataDir, 'clock-behind');
  writeFileSync(file, '');
  const hook = pathToFileURL(join(import.meta.dirname, '..', '..', 'clock-behind.mjs'));
  const clock = {
    NODE_OPTIONS: `--import=${hook}`,
    CLOCK_BEHIND_FILE: file,
    CLOCK_BEHIND_MS: String(behindMs),
  };
  const northlight = await startNorthlight({ dataDir, port, env: { ...env, ...clock } });
  rmSync(file);
  return northlight;
}

export const mailsTo = ({ received }: SmtpHarness, address: string): ReceivedMail[] =>
  received.filter(({ envelopeTo }) => envelopeTo.includes(address));

const zones = ['Europe/London', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Auckland'];

/** A time zone in which it is neither early nor late: yesterday is over for hours, and today is not. */
export function zoneAtDay(now: Date): string {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  const found = zones.find((zone) => hourIn(zone) >= 6 && hourIn(zone) <= 21);
  if (!found) throw new Error('it is night in every zone');
  return found;
}
