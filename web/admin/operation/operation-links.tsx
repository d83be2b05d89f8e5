import { NavLink } from 'react-router';

const pages = [
  { path: '/admin/health', label: 'Health' },
  { path: '/admin/jobs', label: 'Jobs' },
] as const;

const link =
  'inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-[0.9375rem] text-soft hover:text-ink ' +
  'aria-[current=page]:border-live-dot aria-[current=page]:text-ink';

/** The two pages about the server. */
export function OperationLinks() {
  return (
    <nav aria-label="The server">
      <ul className="flex gap-4">
        {pages.map(({ path, label }) => (
          <li key={path}>
            <NavLink to={path} className={link}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
