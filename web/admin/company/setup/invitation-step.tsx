import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { Button } from '../../../ui/button.tsx';
import { AccessKey } from '../../companies/access-key.tsx';
import { NewAccessDialog } from '../access/new-access-dialog.tsx';

interface InvitationStepProps {
  company: AdminCompany;
  /** After the dialog, whether or not it invited a person. */
  onClosed: () => Promise<void>;
}

/** How the client gets in: invited by mail, by a link, or with the access key of the company. */
export function InvitationStep({ company, onClosed }: InvitationStepProps) {
  const [isOpen, setOpen] = useState(false);

  function close() {
    setOpen(false);
    void onClosed();
  }

  return (
    <>
      <div className="grid gap-3">
        <p className="max-w-[66ch] text-soft">
          Invite each person by mail, or copy a link that opens the portal once. Their access can be limited
          and ended without changing that of the others.
        </p>
        <div>
          <Button shape="secondary" onClick={() => setOpen(true)}>
            <UserPlus className="size-5" strokeWidth={1.5} aria-hidden="true" />
            Invite a person
          </Button>
        </div>
      </div>
      <div className="grid gap-1">
        <h3 className="font-medium">Or send the access key of the company</h3>
        <p className="max-w-[66ch] text-[0.9375rem] text-soft">
          It opens the portal for everyone who has it. This step is done once the client has used it.
        </p>
        <AccessKey accessKey={company.access_key} company={company.name} />
      </div>
      {isOpen && <NewAccessDialog company={company} onClose={close} />}
    </>
  );
}
