import { z } from 'zod';

const timeoutMs = 5_000;
const bytesMax = 256 * 1024;

/** Secrets are sent there, so not in clear text, except to this machine. */
const endpoint = z
  .url()
  .refine((url) => /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])/.test(url), 'must use https');

const providerDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).min(1),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});
export type ProviderDocument = z.infer<typeof providerDocument>;

export const toDocumentUrl = (issuer: string) =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

/**
 * The document in which an identity provider describes itself. Must name exactly the configured issuer: otherwise
 * another one could vouch for its people.
 */
export async function fetchProviderDocument(issuer: string): Promise<ProviderDocument> {
  const response = await fetch(toDocumentUrl(issuer), {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    headers: { accept: 'application/json' },
  });
  const text = await readText(response);
  if (!response.ok) throw new Error(`the identity provider answered with status ${response.status}`);
  const document = providerDocument.parse(JSON.parse(text));
  if (document.issuer !== issuer) {
    throw new Error(
      `OIDC_ISSUER is not the issuer that its document names: ${document.issuer.slice(0, 300)}`,
    );
  }
  return document;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error('the document of the identity provider is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
