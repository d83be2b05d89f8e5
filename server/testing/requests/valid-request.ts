import type { LightMyRequestResponse } from 'fastify';
import type { z } from 'zod';
import type { twoFactorSecret } from '../../../contract/accounts.ts';
import type { TestAccount } from '../accounts.ts';
import type { TestApp } from '../test-app.ts';
import type { Example } from './hostile-requests.ts';

/** Who asks, and what there is to ask about. */
export interface RequestFixture {
  t: TestApp;
  user: TestAccount;
  admin: TestAccount;
  viewerCookie: string;
  companyId: string;
  /** A company that may change while the other's viewer looks on. */
  managedId: string;
  accessKey: string;
  /** Of the user, once made. */
  secret?: z.infer<typeof twoFactorSecret>;
}

interface RequestOverrides {
  /** Replaces the address, whose parameters are filled in otherwise. */
  url?: string;
  body?: unknown;
  rawBody?: string | Buffer;
  cookie?: string;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

export interface ValidRequest extends Example {
  /** 200 where it is not said. */
  status?: number;
  isStream?: boolean;
  /** What a legal request has beside the example. */
  override?: (house: RequestFixture) => Promise<RequestOverrides> | RequestOverrides;
  /** What its answer changes for those that follow. */
  onAnswer?: (answer: LightMyRequestResponse, house: RequestFixture) => void;
}
