import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { undeclaredProxyAdvice } from '../platform/http/undeclared-proxy.ts';
import { productVersion } from '../platform/version.ts';
import type { Secrets } from '../secrets.ts';

interface BannerContent {
  config: Config;
  secrets: Secrets;
  database: OpenDatabase;
  /** Their process ids. Empty with a single worker. */
  workers: number[];
}

/** Prints the address of the site and where data, mails and payments go. */
export function printBanner({ config, secrets, database, workers }: BannerContent): void {
  if (!process.stdout.isTTY && config.logLevel === 'silent') return;
  const lines = [
    '',
    `  Northlight is at   ${config.publicUrl}`,
    `  Version            ${productVersion}`,
    `  Data               ${database.isEmbedded ? config.dataDir : 'in the database of DATABASE_URL'}`,
    `  Mails              ${config.mail.smtpUrl ? 'sent through the server of SMTP_URL' : `not sent, but stored in ${join(config.dataDir, 'mail')}`}`,
    `  Payments           ${config.stripe.secretKey ? 'Stripe' : 'test mode: no money moves'}`,
  ];
  if (workers.length > 0)
    lines.push(`  Workers            ${workers.length} (processes ${workers.join(', ')})`);
  if (config.publicUrl.startsWith('https:') && config.trustProxy === false)
    lines.push('', `  PUBLIC_URL is https and TRUST_PROXY is not set. ${undeclaredProxyAdvice}`, '');
  if (secrets.isAdminAccessKeyNew)
    lines.push(
      `  Admin access key   ${secrets.adminAccessKey} (shown only now; stored in ${join(config.dataDir, 'secrets')})`,
    );
  lines.push(
    '',
    `  Administrators     sign up at ${config.publicUrl}/auth, then enter the admin access key at /grant-admin`,
    '  Without a browser  npm run cli -- company create --name "Shop" --domain shop.example',
    '',
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}
