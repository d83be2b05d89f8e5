import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { NeedsScript } from '../../ui/form/needs-script.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { WorkspaceHeader } from './workspace-header.tsx';

export const meta = () =>
  pageMeta({
    title: 'Settings',
    description: 'Profile, notifications, security and billing of a demonstration workspace.',
    hidden: true,
  });

export default function SettingsScreen() {
  // The browser keeps the values: nothing is sent.
  const { props } = useForm({
    fields: {},
    submit: async () => toast.success('Settings saved successfully!'),
  });
  return (
    <SiteLayout>
      <div className="page">
        <WorkspaceHeader
          title="Settings"
          lead="Settings of a sample workspace. Nothing you type here is stored or sent."
        >
          <LinkButton to="/dashboard" shape="secondary">
            <ArrowLeft className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
            Back to Dashboard
          </LinkButton>
        </WorkspaceHeader>

        <form {...props} className="mt-12">
          <Group title="Profile" text="How the team sees you.">
            <div className="grid gap-6 sm:grid-cols-2">
              <TextField label="First Name" name="first-name" defaultValue="Avery" autoComplete="off" />
              <TextField label="Last Name" name="last-name" defaultValue="Lindqvist" autoComplete="off" />
            </div>
            <TextField
              label="Email"
              type="email"
              name="email"
              defaultValue="avery@company.example"
              autoComplete="off"
              spellCheck={false}
            />
          </Group>
          <Group title="Notifications" text="What we send you emails about.">
            <CheckField
              label="Email notifications"
              hint="A weekly summary, and an alert at once when something stops."
              name="email-notifications"
              defaultChecked
            />
            <CheckField
              label="Project updates"
              hint="When a project reaches a new stage or needs your decision."
              name="project-updates"
              defaultChecked
            />
          </Group>
          <Group title="Security" text="Please do not enter a real password: this is a demonstration.">
            <div className="grid gap-6 sm:grid-cols-2">
              <TextField label="Current Password" type="password" name="current" autoComplete="off" />
              <TextField label="New Password" type="password" name="new" autoComplete="off" />
            </div>
          </Group>
          <Group title="Billing" text="Methods of payment and invoices.">
            <p className="rounded-control border border-dashed border-strong px-5 py-6 text-soft">
              There is nothing to bill yet. Cards and invoices will appear here after your first purchase.
            </p>
          </Group>
          <div className="grid gap-4 border-t border-line pt-8 lg:grid-cols-[1fr_2fr] lg:gap-16">
            <div className="grid gap-4 sm:justify-items-start lg:col-start-2">
              <NeedsScript what="Saving" />
              <Button type="submit" className="min-w-44 max-sm:w-full">
                Save Changes
              </Button>
            </div>
          </div>
        </form>
      </div>
    </SiteLayout>
  );
}

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-line py-9 lg:py-12">
      <legend className="sr-only">{title}</legend>
      <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 className="text-title">{title}</h2>
          <p className="mt-1 text-soft">{text}</p>
        </div>
        <div className="grid max-w-[42rem] content-start gap-6">{children}</div>
      </div>
    </fieldset>
  );
}
