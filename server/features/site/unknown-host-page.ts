import type { FastifyReply, FastifyRequest } from 'fastify';
import { toHostname } from '../../platform/http/allowed-hosts.ts';
import { escapeHtml } from '../../platform/http/html/escape-html.ts';
import { toHtmlPage, toPagePolicy } from '../../platform/http/html/html-page.ts';

// The colours of web/ui, copied: this page needs no scripts or files of the site.
const style = `:root{color-scheme:light dark;--surface:light-dark(oklch(.985 .004 85),oklch(.185 .026 264));--ink:light-dark(oklch(.215 .032 262),oklch(.955 .008 240));--soft:light-dark(oklch(.465 .024 262),oklch(.755 .02 250));--line:light-dark(oklch(.9 .008 85),oklch(.315 .03 264));--focus:light-dark(oklch(.55 .11 178),oklch(.83 .135 172))}
*{box-sizing:border-box;margin:0}
body{background:var(--surface);color:var(--ink);font:1.0313rem/1.6 Arial,"Liberation Sans",system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:clamp(2.5rem,12vh,8rem) clamp(1.25rem,4vw,3rem)}
h1{font-size:clamp(1.5rem,1.3rem + 1vw,2rem);line-height:1.2;letter-spacing:-.014em;text-wrap:balance}
p{margin-top:1rem;overflow-wrap:anywhere;text-wrap:pretty}
a{display:inline-flex;align-items:center;justify-content:center;min-height:3rem;margin-top:1.75rem;padding:.5rem 1.25rem;border-radius:10px;background:var(--ink);color:var(--surface);font-weight:500;text-decoration:none;overflow-wrap:anywhere}
a:focus-visible{outline:2px solid var(--focus);outline-offset:3px}
.soft{margin-top:2.25rem;padding-top:1.25rem;border-top:1px solid var(--line);color:var(--soft);font-size:.9375rem}
code{font-family:ui-monospace,monospace;font-size:.9em}`;

const policy = toPagePolicy(style, ["form-action 'none'"]);

/** Answers a request for a page that needs a session, under a host name that is not configured. */
export function sendUnknownHost(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, agencyName }: { publicUrl: string; agencyName: string },
): FastifyReply {
  const name = escapeHtml(toHostname(request.host) ?? '');
  // A request line may name another host before the path.
  const [path = '/'] = request.url.replace(/^[a-z]+:\/\/[^/?]*/i, '').split('?', 1);
  const isOfPortals = request.portalHost !== null;
  const missing = isOfPortals ? 'There are only portals' : 'Signing in and portals are not available';
  const advice = `<p class="soft">Do you run this server? To use the name <code>${name}</code>, add it to the setting <code>ALLOWED_HOSTS</code>, or make it the <code>PUBLIC_URL</code>, and start the server again.</p>
`;
  const body = `<main>
<h1>This page has another address</h1>
<p>${missing} under the name <code>${name}</code>. Nothing is wrong with your account.</p>
<a href="${escapeHtml(publicUrl + path)}">Open it at ${escapeHtml(publicUrl)}</a>
${isOfPortals ? '' : advice}</main>`;
  return reply
    .status(421)
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(toHtmlPage({ title: 'This page has another address', agencyName, style, body }));
}
