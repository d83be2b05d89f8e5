import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/client.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { MailDeps } from '../../platform/mail/mail-brand.ts';
import type { AllowedTarget } from '../../platform/outbound/allowed-targets.ts';
import { createPostPublic } from '../../platform/outbound/post-public.ts';
import type { SiteChecks } from '../site-check/site-checks.ts';
import type { AlertLog } from './alert-finding.ts';
import { scheduleDetection } from './detection/check-companies.ts';
import type { DetectionDeps } from './detection/detection-deps.ts';
import { createAlertLog } from './notices/alert-log.ts';
import type { AlertLinks } from './notices/alert-mails.ts';
import { scheduleNotices } from './notices/schedule-notices.ts';
import { WebhookDelivery } from './webhooks/deliver.ts';

export interface AlertsDeps {
  db: Db;
  jobs: Jobs;
  appSecret: string;
  mails: MailDeps;
  portals: AlertLinks['portals'];
  siteChecks: Pick<SiteChecks, 'run'>;
  /** Hosts that webhooks may be sent to although they are not public. */
  allowedTargets: readonly AllowedTarget[];
  /** The parts of later-opened features that detection needs. */
  background: Promise<Pick<DetectionDeps, 'openReader' | 'server'>>;
  receivingSince: Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** Alerts of companies and the server: what is looked for, what was found, and who is notified. */
export class Alerts {
  readonly deps: AlertsDeps;
  /** Where the detection reports to. */
  readonly alertLog: AlertLog;
  readonly delivery: WebhookDelivery;

  constructor(deps: AlertsDeps) {
    const { db, jobs, appSecret, mails, portals, allowedTargets: allowed, log } = deps;
    const { publicUrl } = mails;
    this.deps = deps;
    this.alertLog = createAlertLog({ db, jobs, publicUrl, portals });
    // Without the name of the product: an agency has its own.
    const post = createPostPublic({ userAgent: `Webhook/1.0 (+${publicUrl})`, allowed });
    this.delivery = new WebhookDelivery({ db, jobs, mails, appSecret, post, log });
  }

  /** Ends the requests to webhooks that wait for an answer. */
  close(): Promise<void> {
    return this.delivery.close();
  }
}

export async function scheduleAlerts(jobs: Jobs, alerts: Alerts): Promise<void> {
  const { deps, delivery } = alerts;
  const onError = (err: unknown) => deps.log.warn({ err }, 'a notice of an alert could not be sent');
  await scheduleDetection(jobs, { ...deps, alertLog: alerts.alertLog });
  await scheduleNotices(jobs, { ...deps, delivery, onError });
}
