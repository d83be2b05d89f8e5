import type { z } from 'zod';
import { done, type signUpRequest } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { postJson } from './client.ts';

/** Known and unknown addresses have the same answer; what to do next is in the mail. */
export const signUp = (request: z.infer<typeof signUpRequest>) =>
  postJson(apiPaths.signUp, request, { parse: done.parse });
