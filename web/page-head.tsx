import { useLocation, useMatches } from 'react-router';
import { originPlaceholder, socialImagePath } from '../contract/rules/page-address.ts';
import { brand } from './site/brand.ts';
import { withVersion } from './site/with-version.ts';
import { structuredData } from './structured-data.ts';

/** While building, a placeholder that the server replaces; in the browser, the origin it was replaced with. */
const origin =
  typeof document === 'undefined'
    ? originPlaceholder
    : (document.documentElement.dataset.origin ?? location.origin);

/**
 * The canonical URL, social image and structured data of a public page. React moves them into the head. Not part of the
 * layout, because the fallback file uses the layout too and is served for many URLs.
 */
export function PageHead() {
  // While building, paths end in a slash.
  const path = useLocation().pathname.replace(/(.)\/$/, '$1');
  const routeId = useMatches().at(-1)?.id ?? 'root';
  // Neither the fallback file, the 404 page nor a page that is rendered in the browser.
  if (/^(root|not-found|app\/)/.test(routeId)) return null;

  const address = origin + path;
  // Crawlers read it from the HTML file, so it is not in the scripts.
  const data = import.meta.env.SSR ? JSON.stringify(structuredData(path, origin)) : '';
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={origin + withVersion(socialImagePath(path))} />
      {import.meta.env.SSR && <SameOnEveryPage />}
      <script
        key={path}
        type="application/ld+json"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own data, with no way to end the element
        dangerouslySetInnerHTML={{ __html: data.replaceAll('<', '\\u003c') }}
      />
    </>
  );
}

/** They stay in the head when the visitor navigates, so only the HTML files contain them and not the scripts. */
function SameOnEveryPage() {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand().name} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
