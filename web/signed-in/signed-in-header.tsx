import { useQuery } from '@tanstack/react-query';
import { CircleUser, LogOut } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import type { Role } from '../../contract/account/roles.ts';
import { unreadQuery } from '../api/inbox.ts';
import { useSignOut } from '../api/session/sign-out.ts';
import { brand } from '../site/brand.ts';
import { Button } from '../ui/button.tsx';
import { BrandMark } from '../ui/layout/brand-mark.tsx';
import { ThemeToggle } from '../ui/layout/theme-toggle.tsx';
import { listAdminPages } from './admin-pages.ts';
import { CountBadge } from './count-badge.tsx';

interface SignedInHeaderProps {
  email: string | undefined;
  /** Null while the account has no rights here. */
  role: Role | null;
  /** The stream is interrupted, so the page may show old data. */
  isStale: boolean;
}

const tab =
  'relative inline-flex min-h-11 items-center gap-1.5 px-2 text-[0.9375rem] whitespace-nowrap text-soft transition-colors hover:text-ink aria-[current=page]:text-ink ' +
  'after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:origin-left after:scale-x-0 after:bg-live-dot after:transition-transform after:duration-200 aria-[current=page]:after:scale-x-100 min-[88rem]:min-h-16';

export function SignedInHeader({ email, role, isStale }: SignedInHeaderProps) {
  const links = listAdminPages(role);
  return (
    <header className="border-b border-line">
      <div className="page-wide grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 min-[88rem]:flex min-[88rem]:gap-x-6">
        <Link
          to="/"
          aria-label={`${brand().name}, home`}
          className="inline-flex min-h-14 items-center rounded-control"
        >
          <BrandMark isCompact />
        </Link>
        {links.length > 0 && (
          <nav
            aria-label="Admin"
            className="order-last col-span-full -mx-2 overflow-x-auto min-[88rem]:order-none min-[88rem]:shrink-0 min-[88rem]:mr-auto"
          >
            <ul className="flex">
              {links.map(({ path, label }) => (
                <li key={path}>
                  <NavLink to={path} end={path === '/admin'} className={tab}>
                    {label} {path === '/admin/inbox' && <UnreadBadge />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div
          className={`min-w-0 sm:max-[88rem]:justify-self-end ${links.length > 0 ? '' : 'min-[88rem]:ml-auto'}`}
        >
          {email && <Account email={email} />}
        </div>
        <div className="flex items-center">
          <ThemeToggle />
          {/* Other accounts have the button in the page, next to the explanation. */}
          {role !== null && <SignOut />}
        </div>
      </div>
      <p role="status" className="page-wide text-note text-warn">
        {isStale && <span className="block pb-2">Reconnecting… This page may show old data.</span>}
      </p>
    </header>
  );
}

function UnreadBadge() {
  const { data } = useQuery(unreadQuery);
  return data ? <CountBadge count={data} what="unread" /> : null;
}

function Account({ email }: { email: string }) {
  return (
    <Link
      to="/admin/account"
      title={`${email}: your account`}
      className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-control text-[0.9375rem] text-soft hover:text-ink"
    >
      <CircleUser className="size-5 shrink-0 max-sm:hidden" strokeWidth={1.5} aria-hidden="true" />
      <span className="truncate">{email}</span>
      <span className="sr-only">, your account</span>
    </Link>
  );
}

function SignOut() {
  const signOut = useSignOut();
  return (
    <Button
      shape="quiet"
      size="small"
      className="-mr-3.5 min-h-11 whitespace-nowrap"
      busy={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      <LogOut className="size-4 max-sm:hidden" strokeWidth={1.5} aria-hidden="true" />
      {signOut.isPending ? 'Signing out...' : 'Sign Out'}
    </Button>
  );
}
