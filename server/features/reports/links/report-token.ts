import { readIdToken, toIdToken } from '../../../platform/secrets/id-token.ts';

const purpose = 'report-link';

/** The text in the link of a mail that opens its report. How long it works is decided when it is used. */
export const toReportToken = (appSecret: string, deliveryId: string): string =>
  toIdToken(appSecret, purpose, deliveryId);

/** The id of the delivery; undefined for a token that this server has not made. */
export const readReportToken = (appSecret: string, token: string): string | undefined =>
  readIdToken(appSecret, purpose, token);
