import { Link } from 'react-router';
import { toPhoneHref } from '../../../contract/site/brand.ts';
import { brand } from '../../site/brand.ts';
import { siteSettings } from '../../site/site-settings.ts';
import { BrandMark } from './brand-mark.tsx';
import { listFooterGroups } from './footer-links.ts';

export function SiteFooter() {
  return (
    <footer className="mt-24 border-t border-line bg-sunken">
      <div className="page grid gap-12 py-14 lg:grid-cols-[1.2fr_2fr] lg:gap-20 lg:py-20">
        <div>
          <BrandMark />
          <p className="mt-5 max-w-[26ch] text-lead text-balance text-soft">{brand().promise}</p>
          <address className="mt-6 grid justify-items-start gap-1 not-italic">
            <a
              className="underline decoration-line-strong underline-offset-4 hover:text-live"
              href={`mailto:${brand().email}`}
            >
              {brand().email}
            </a>
            <a className="hover:text-live" href={toPhoneHref(brand().phone)}>
              {brand().phone}
            </a>
          </address>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-4">
          {listFooterGroups().map((group) => (
            <div key={group.title}>
              <h2 className="font-mono text-note text-soft">{group.title}</h2>
              <ul className="mt-3 grid gap-0.5">
                {group.links.map((link) => (
                  <li key={link.to}>
                    <Link
                      to={link.to}
                      className="inline-flex min-h-9 items-center text-[0.9375rem] hover:text-live"
                    >
                      {link.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <div className="page">
        <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-2 border-t border-line py-6">
          <p className="font-mono text-note text-soft">
            {brand().name} · {brand().location}
          </p>
          <SocialLinks />
        </div>
      </div>
    </footer>
  );
}

function SocialLinks() {
  const { social = [] } = siteSettings();
  if (social.length === 0) return null;
  return (
    <ul aria-label="Elsewhere" className="flex flex-wrap gap-x-5">
      {social.map(({ label, url }) => (
        <li key={url}>
          <a
            href={url}
            rel="me noopener"
            className="inline-flex min-h-9 items-center text-[0.9375rem] hover:text-live"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
