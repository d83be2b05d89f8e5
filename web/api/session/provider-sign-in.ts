import { startedProviderSignIn } from '../../../contract/account/provider-sign-in.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { postJson } from '../client.ts';

/**
 * The page of the identity provider at which to sign in.
 * @param returnTo The path of our page that follows.
 */
export async function startProviderSignIn(returnTo?: string): Promise<string> {
  const { url } = await postJson(
    apiPaths.startProviderSignIn,
    { returnTo },
    { parse: startedProviderSignIn.parse },
  );
  return url;
}
