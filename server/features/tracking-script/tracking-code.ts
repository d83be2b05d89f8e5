import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Company } from '../../../contract/company/companies.ts';
import { trackingStubTag } from '../../../contract/tracking-stub.ts';
import { nameEndpoint, type ScriptNames, toFrozenPath, usualNames } from './script-names.ts';

type CountedCompany = Pick<Company, 'id' | 'storesVisitorId' | 'hasHashRouting'>;

/** The HTML that a client copies into the head of its pages. */
export function toTrackingCode(
  origin: string,
  company: CountedCompany,
  { script }: ScriptNames = usualNames,
): string {
  return `${trackingStubTag}\n<script defer src="${origin}${script}" ${toAttributes(company)}></script>`;
}

/** The same for a release that never changes, checked by the browser (Subresource Integrity). */
export function toFrozenTrackingCode(
  origin: string,
  company: CountedCompany,
  { folder, version, names = usualNames }: { folder: string; version: string; names?: ScriptNames },
): string {
  const hash = createHash('sha384')
    .update(nameEndpoint(readFileSync(join(folder, `${version}.js`)), names))
    .digest('base64');
  return `${trackingStubTag}\n<script defer src="${origin}${toFrozenPath(names, version)}" ${toAttributes(company)} integrity="sha384-${hash}" crossorigin="anonymous"></script>`;
}

/** The attributes that the tracking script reads, see tracker/README.md. */
function toAttributes({ id, storesVisitorId, hasHashRouting }: CountedCompany): string {
  // The script learns from the first answer that it must not keep an id. With the attribute it never writes one.
  const storage = storesVisitorId ? '' : ' data-storage="off"';
  return `data-company="${id}"${storage}${hasHashRouting ? ' data-hash' : ''}`;
}
