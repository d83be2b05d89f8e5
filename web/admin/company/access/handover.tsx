import { type CreatedLink, invitationDays } from '../../../../contract/company/accesses.ts';
import { QrCode } from '../../../signed-in/qr-code.tsx';
import { Timestamp } from '../../../signed-in/timestamp.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';

interface HandoverProps {
  link: CreatedLink['link'];
  /** Undefined where only a new link was created. */
  accessKey?: string;
  onClose: () => void;
}

/** How a person gets in: by the mail, the link, its QR code or the key. */
export function Handover({ link, accessKey, onClose }: HandoverProps) {
  return (
    <div className="mt-3 grid gap-6">
      {link.mailedTo !== null && <MailedNote mailedTo={link.mailedTo} isStored={link.isMailStored} />}
      <div className="grid gap-3">
        <h3 className="font-medium">Link</h3>
        <p className="text-[0.9375rem] text-soft">
          Works once within {invitationDays} days, until <Timestamp at={link.expiresAt} />. Anyone who opens
          it first sees the portal. It is not shown again.
        </p>
        <code className="rounded-control border border-line bg-sunken p-3 font-mono text-note break-all">
          {link.url}
        </code>
        <div>
          <CopyButton size="small" text={link.url} label="Copy link" done="Link copied to clipboard!" />
        </div>
      </div>
      <div className="grid gap-3">
        <h3 className="font-medium">QR code</h3>
        <p className="text-[0.9375rem] text-soft">The same link, to scan with a phone.</p>
        <QrCode text={link.url} label="QR code of the link" />
      </div>
      {accessKey !== undefined && <KeyToCopy accessKey={accessKey} />}
      <div>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

function MailedNote({ mailedTo, isStored }: { mailedTo: string; isStored: boolean }) {
  if (!isStored)
    return (
      <p className="rounded-control bg-live-wash px-4 py-3 break-words">
        Mailed to <strong className="font-medium">{mailedTo}</strong>.
      </p>
    );
  return (
    <p className="rounded-control bg-warn-wash px-4 py-3 break-words text-warn">
      This server has no mail server: the mail to <strong className="font-medium">{mailedTo}</strong> is
      stored in the folder <code className="font-mono text-[0.9em]">data/mail</code> and was not sent. Send
      the link yourself.
    </p>
  );
}

function KeyToCopy({ accessKey }: { accessKey: string }) {
  return (
    <div className="grid gap-3">
      <h3 className="font-medium">Access key</h3>
      <p className="text-[0.9375rem] text-soft">
        Opens the portal in any browser, as often as needed, until it is renewed or the access ends.
      </p>
      <code className="font-mono text-[0.9375rem] break-all">{accessKey}</code>
      <div>
        <CopyButton
          shape="secondary"
          size="small"
          text={accessKey}
          label="Copy key"
          done="Access key copied to clipboard!"
        />
      </div>
    </div>
  );
}
