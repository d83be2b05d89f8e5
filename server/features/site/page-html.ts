import { createHash } from 'node:crypto';
import { originPlaceholder } from '../../../contract/rules/page-address.ts';
import { retentionPlaceholder } from '../../../contract/rules/page-retention.ts';
import { unescapeHtml } from '../../platform/http/html/escape-html.ts';

/** The CSP hashes of a file's inline scripts, which differ with each build. Without data blocks, which are not run. */
export function hashInlineScripts(html: string): string[] {
  return [
    ...html.matchAll(
      /<script(?![^>]*\s(?:src=|type="application\/(?:ld\+)?json"))[^>]*>([\s\S]*?)<\/script>/g,
    ),
  ].map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}

export function insertServerFacts(
  html: string,
  { publicUrl, retentionDays }: { publicUrl: string; retentionDays: number },
): string {
  return html
    .replaceAll(originPlaceholder, publicUrl)
    .replaceAll(retentionPlaceholder, String(retentionDays));
}

export function readMeta(html: string, property: string): string {
  const [, text = ''] = new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html) ?? [];
  return unescapeHtml(text);
}
