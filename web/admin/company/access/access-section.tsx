import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { type Access, accessLimits } from '../../../../contract/company/accesses.ts';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { accessesQuery } from '../../api/accesses.ts';
import { type AccessDialog, AccessRow } from './access-row.tsx';
import { ChangeAccessDialog } from './change-access-dialog.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { NewAccessDialog } from './new-access-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

type Opened = { is: 'new' } | { is: AccessDialog; access: Access };

/** The people who may open the portal of a company, and what its company key may do. */
export function AccessSection({ company }: { company: AdminCompany }) {
  const list = useQuery(accessesQuery(company.id));
  const [opened, setOpened] = useState<Opened>();
  const now = useNow(5000);
  const all = list.data;
  const shown = all?.filter(({ kind }) => kind === 'company' || kind === 'person');
  return (
    <section
      id="access"
      aria-labelledby="access-title"
      className="mt-12 scroll-mt-4 border-t border-line pt-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="access-title" className="text-title">
            Access
          </h2>
          <p className="mt-2 text-[0.9375rem] text-soft">
            Give each person their own access: it can be limited, expire and be revoked, and the others stay
            as they are.
          </p>
        </div>
        {all && all.length < accessLimits.perCompany && (
          <Button size="small" className="min-h-11" onClick={() => setOpened({ is: 'new' })}>
            <UserPlus className="size-4" strokeWidth={1.5} aria-hidden="true" />
            Give access
          </Button>
        )}
      </div>
      {all && all.length >= accessLimits.perCompany && (
        <p className="mt-4 text-[0.9375rem] text-soft">
          A company has at most {accessLimits.perCompany} accesses. The company key, share links, tokens and
          expired accesses count too. Revoke one that is no longer used to give access to another person.
        </p>
      )}
      <div className="mt-4">
        {!shown && list.error && <LoadFailed title="Failed to load who has access" query={list} />}
        {!shown && !list.error && <Spinner />}
        {shown && (
          <ul>
            {shown.map((access) => (
              <AccessRow
                key={access.id}
                access={access}
                timeZone={company.timeZone}
                now={now}
                onOpen={(is) => setOpened({ is, access })}
              />
            ))}
          </ul>
        )}
        {shown?.every(({ kind }) => kind === 'company') && (
          <p className="border-t border-line pt-4 text-[0.9375rem] text-soft">
            So far everyone shares the company key. “Give access” invites a person by mail, link or QR code.
          </p>
        )}
      </div>
      <OpenedDialog company={company} opened={opened} onClose={() => setOpened(undefined)} />
    </section>
  );
}

interface OpenedDialogProps {
  company: AdminCompany;
  opened: Opened | undefined;
  onClose: () => void;
}

function OpenedDialog({ company, opened, onClose }: OpenedDialogProps) {
  switch (opened?.is) {
    case undefined:
      return null;
    case 'new':
      return <NewAccessDialog company={company} onClose={onClose} />;
    case 'change':
      return <ChangeAccessDialog company={company} access={opened.access} onClose={onClose} />;
    case 'link':
      return <LinkDialog companyId={company.id} access={opened.access} onClose={onClose} />;
    case 'key':
      return <KeyDialog companyId={company.id} access={opened.access} onClose={onClose} />;
    case 'revoke':
      return <RevokeDialog companyId={company.id} access={opened.access} onClose={onClose} />;
  }
}
