import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import type { twoFactorSecret } from '../../../../contract/account/accounts.ts';
import type { TestAccount } from '../../accounts/accounts.ts';
import type { TestApp } from '../../test-app.ts';
import type { Example } from '../hostile-requests.ts';

/** A server with the accounts and records that the valid requests use. */
export interface RequestFixture {
  t: TestApp;
  user: TestAccount;
  admin: TestAccount;
  viewerCookie: string;
  companyId: string;
  /** A company that requests may change, so that the viewer's company stays as it is. */
  managedId: string;
  accessKey: string;
  /** A token of the viewer's company that reads and writes orders. */
  token: string;
  /** The user's two-factor secret, once enabled. */
  secret?: z.infer<typeof twoFactorSecret>;
}

interface RequestOverrides {
  /** Replaces the URL with its default parameters. */
  url?: string;
  body?: unknown;
  rawBody?: string | Buffer;
  cookie?: string;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

export interface ValidRequest extends Example {
  /** The expected status; default: 200. */
  status?: number;
  isStream?: boolean;
  /** The parts of a valid request that the example lacks. */
  override?: (fixture: RequestFixture) => Promise<RequestOverrides> | RequestOverrides;
  /** Updates the fixture for later requests. */
  onAnswer?: (answer: LightMyRequestResponse, fixture: RequestFixture) => void;
}

/** The answer to a request that creates a record. */
export const created = z.object({ id: z.string() });
