import { apiPaths } from '../../../contract/paths.ts';

/** Headers of every response. Pages replace the Content-Security-Policy with their own, see features/site. */
export function toSecurityHeaders(isSecure: boolean): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), browsing-topics=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/**
 * Browsers apply `includeSubDomains` to every name below that of the answer. Below the address of a client there may be
 * sites without https that this server knows nothing about.
 */
export function toPortalHostHeaders(isSecure: boolean): Record<string, string> {
  return isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {};
}

/** Lets pages of these hosts show a page in a frame, in place of the policy that none may. */
export function allowFrames(policy: string, hosts: readonly string[], isSecure: boolean): string {
  // A page with https shows no frame without it, so that these are for installations without https, as on this machine.
  const sources = hosts.flatMap((host) =>
    isSecure ? [`https://${host}`] : [`https://${host}`, `http://${host}`],
  );
  return sources.length === 0
    ? policy
    : policy.replace("frame-ancestors 'none'", `frame-ancestors ${sources.join(' ')}`);
}

/**
 * The Content-Security-Policy of a page: scripts from our own origin, and the page's inline scripts by their hashes.
 */
export function toPagePolicy(inlineScriptHashes: string[], isSecure: boolean): string {
  const directives = [
    "default-src 'self'",
    `script-src 'self' ${inlineScriptHashes.join(' ')}`.trim(),
    // Toasts and dialogs insert <style> elements at run time.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // The one policy is made by web/loading/head-script.ts.
    "require-trusted-types-for 'script'",
    'trusted-types default',
    // Without report-to: browsers that support it ignore report-uri, and then send nothing from pages without https.
    `report-uri ${apiPaths.cspReports}`,
  ];
  if (isSecure) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}
