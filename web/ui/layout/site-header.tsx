import { Lock } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { brand } from '../../site/brand.ts';
import { buttonClasses, LinkButton } from '../button.tsx';
import { BrandMark } from './brand-mark.tsx';
import { listMainLinks, portalLink, startLink } from './site-links.ts';
import { SiteMenu } from './site-menu.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

const linkClasses =
  'relative inline-flex min-h-11 items-center gap-1.5 px-3 text-[0.9375rem] whitespace-nowrap text-soft transition-colors hover:text-ink aria-[current=page]:text-ink ' +
  'after:absolute after:inset-x-3 after:-bottom-[11px] after:h-0.5 after:origin-left after:scale-x-0 after:bg-live-dot after:transition-transform after:duration-200 aria-[current=page]:after:scale-x-100';

export function SiteHeader() {
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b border-line bg-surface">
      <div className="page flex h-16 items-center gap-3">
        <Link
          to="/"
          aria-label={`${brand().name}, home`}
          className="mr-auto inline-flex min-h-11 items-center rounded-control lg:mr-8"
        >
          <BrandMark />
        </Link>
        <nav aria-label="Main" className="mr-auto hidden lg:block">
          <ul className="flex items-center">
            {listMainLinks().map((link) => (
              <li key={link.to}>
                <NavLink to={link.to} className={linkClasses}>
                  {link.label}
                </NavLink>
              </li>
            ))}
            <li className="ml-2 border-l border-line pl-2">
              <NavLink to={portalLink.to} className={linkClasses}>
                <Lock className="size-4" strokeWidth={1.5} aria-hidden="true" />
                {portalLink.label}
              </NavLink>
            </li>
          </ul>
        </nav>
        <ThemeToggle />
        <div className="hidden sm:block">
          <LinkButton to={startLink.to} size="small">
            {startLink.label}
          </LinkButton>
        </div>
        <SiteMenu buttonClassName={`${buttonClasses({ shape: 'secondary', size: 'small' })} lg:hidden`} />
      </div>
    </header>
  );
}
