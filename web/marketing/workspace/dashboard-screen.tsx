import { ArrowRight, House, Settings, UserPlus } from 'lucide-react';
import { Link } from 'react-router';
import { products } from '../../site/products.ts';
import { LinkButton } from '../../ui/button.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { ProductIcon } from '../../ui/product-icon.tsx';
import { quickActions, recentActivity } from './workspace.ts';
import { WorkspaceHeader } from './workspace-header.tsx';
import { WorkspaceStats } from './workspace-stats.tsx';

export const meta = () =>
  pageMeta({
    title: 'Dashboard',
    description: 'A sample workspace: projects, models, team and recent activity.',
    hidden: true,
  });

export default function DashboardScreen() {
  return (
    <SiteLayout>
      <div className="page">
        <WorkspaceHeader
          title="Welcome to a sample dashboard"
          lead="What we run for a client, and what happened last."
        >
          <LinkButton to="/" shape="secondary">
            <House className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
            Home
          </LinkButton>
          <LinkButton to="/settings" shape="secondary">
            <Settings className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
            Settings
          </LinkButton>
        </WorkspaceHeader>

        <section aria-label="Figures" className="mt-10">
          <WorkspaceStats />
        </section>

        <div className="mt-14 grid gap-x-16 gap-y-14 lg:grid-cols-[1fr_1.35fr]">
          <QuickActions />
          <RecentActivity />
        </div>
      </div>
    </SiteLayout>
  );
}

function QuickActions() {
  const titles = Object.fromEntries(products().map(({ id, title }) => [id, title]));
  return (
    <section aria-labelledby="actions">
      <h2 id="actions" className="text-title">
        Quick actions
      </h2>
      <ul className="mt-5 grid gap-2.5">
        {quickActions.map(({ id, text }) => (
          <li key={id}>
            <Link
              to={`/solutions/${id}`}
              className="group flex items-center gap-4 rounded-panel border border-line bg-raised px-5 py-4 transition-colors hover:border-live"
            >
              <ProductIcon id={id} className="size-9 shrink-0" />
              <span className="min-w-0 grow">
                <span className="block font-medium">{titles[id]}</span>
                <span className="block text-[0.9375rem] leading-snug text-soft">{text}</span>
              </span>
              <ArrowRight
                className="size-5 shrink-0 text-soft transition-transform group-hover:translate-x-1 group-hover:text-live"
                strokeWidth={1.5}
                aria-hidden="true"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentActivity() {
  return (
    <section aria-labelledby="activity">
      <h2 id="activity" className="text-title">
        Recent activity
      </h2>
      <ol className="mt-5 border-b border-line">
        {recentActivity.map(({ kind, text, where, when }) => (
          <li
            key={text}
            className="grid grid-cols-[2rem_1fr] gap-x-4 border-t border-line py-4 sm:grid-cols-[2rem_1fr_auto]"
          >
            {kind === 'team' ? (
              <UserPlus className="mt-0.5 size-6 text-soft" strokeWidth={1.25} aria-hidden="true" />
            ) : (
              <ProductIcon id={kind} className="mt-0.5 size-6 text-soft" />
            )}
            <div className="min-w-0">
              <p>{text}</p>
              <p className="text-note text-soft">{where}</p>
            </div>
            <p className="text-note whitespace-nowrap text-soft tabular max-sm:col-start-2 sm:pt-1">{when}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
