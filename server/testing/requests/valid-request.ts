import type { LightMyRequestResponse } from 'fastify';
import type { z } from 'zod';
import type { twoFactorSecret } from '../../../contract/accounts.ts';
import type { User } from '../people.ts';
import type { TestApp } from '../test-app.ts';
import type { Example } from './hostile-requests.ts';

/** Who asks, and what there is to ask about. */
export interface House {
  t: TestApp;
  user: User;
  admin: User;
  viewerCookie: string;
  companyId: string;
  /** A company that may change while the other's viewer looks on. */
  managedId: string;
  accessKey: string;
  /** Of the user, once made. */
  secret?: z.infer<typeof twoFactorSecret>;
}

interface Call {
  /** Replaces the address, whose parameters are filled in otherwise. */
  url?: string;
  body?: unknown;
  rawBody?: string | Buffer;
  cookie?: string;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

export interface Twin extends Example {
  /** 200 where it is not said. */
  status?: number;
  isStream?: boolean;
  /** What a legal request has beside the example. */
  call?: (house: House) => Promise<Call> | Call;
  /** What its answer changes for those that follow. */
  took?: (answer: LightMyRequestResponse, house: House) => void;
}
