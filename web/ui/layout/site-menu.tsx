import { Lock, Menu, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { LinkButton } from '../button.tsx';
import { listMainLinks, portalLink, startLink } from './site-links.ts';

/** The menu of small screens. A native modal dialog, which traps the focus, closes on Escape and restores the focus. */
export function SiteMenu({ buttonClassName }: { buttonClassName: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const location = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the menu
  useEffect(() => dialog.current?.close(), [location.key]);

  useEffect(() => {
    const wide = matchMedia('(min-width: 64rem)');
    const close = () => dialog.current?.close();
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);

  return (
    <>
      <button
        type="button"
        className={buttonClassName}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <Menu className="size-5" strokeWidth={1.5} aria-hidden="true" />
        Menu
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click outside the menu closes it; Escape does so by keyboard */}
      <dialog
        ref={dialog}
        aria-label="Menu"
        className="m-0 ml-auto h-dvh max-h-none w-full max-w-none sm:w-88 overflow-y-auto border-line bg-surface text-ink sm:border-l backdrop:bg-[oklch(0.15_0.03_264/0.5)] open:flex open:flex-col"
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <div className="flex min-h-full flex-col p-5">
          <button
            type="button"
            className="inline-flex min-h-11 items-center gap-2 self-end rounded-control px-3 text-soft hover:text-ink"
            onClick={() => dialog.current?.close()}
          >
            <X className="size-5" strokeWidth={1.5} aria-hidden="true" />
            Close
          </button>
          <nav aria-label="Menu" className="mt-6">
            <ul>
              {[...listMainLinks(), portalLink].map((link) => (
                <li key={link.to} className="border-b border-line">
                  <NavLink
                    to={link.to}
                    className="flex min-h-14 items-center gap-2.5 text-title aria-[current=page]:text-live"
                  >
                    {link.label}
                    {link.to === portalLink.to && (
                      <Lock className="size-5" strokeWidth={1.5} aria-hidden="true" />
                    )}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <LinkButton to={startLink.to} className="mt-8 w-full">
            {startLink.label}
          </LinkButton>
        </div>
      </dialog>
    </>
  );
}
