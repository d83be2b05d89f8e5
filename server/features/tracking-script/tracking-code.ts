import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trackingStubTag } from '../../../contract/tracking-stub.ts';

/** The HTML that a client copies into the head of its pages. */
export function toTrackingCode(publicUrl: string, companyId: string): string {
  return `${trackingStubTag}\n<script defer src="${publicUrl}/t.js" data-company="${companyId}"></script>`;
}

/** The same for a release that never changes, checked by the browser (Subresource Integrity). */
export function toFrozenTrackingCode(
  publicUrl: string,
  companyId: string,
  folder: string,
  version: string,
): string {
  const hash = createHash('sha384')
    .update(readFileSync(join(folder, `${version}.js`)))
    .digest('base64');
  return `${trackingStubTag}\n<script defer src="${publicUrl}/t-${version}.js" data-company="${companyId}" integrity="sha384-${hash}" crossorigin="anonymous"></script>`;
}
