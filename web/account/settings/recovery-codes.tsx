import { Download } from 'lucide-react';
import { brand } from '../../site/brand.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { StepTitle } from './step-title.tsx';

interface RecoveryCodesProps {
  email: string;
  codes: string[];
  onKept: () => void;
}

/** Shown once: the page stays here until the codes are confirmed as kept. */
export function RecoveryCodes({ email, codes, onKept }: RecoveryCodesProps) {
  return (
    <div className="arriving grid gap-5">
      <StepTitle>Keep these recovery codes</StepTitle>
      <p className="max-w-[60ch] text-soft">
        Each signs you in once, without the phone. They are not shown again: print them, or store them with
        your passwords, but not on the same phone.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid max-w-[26rem] gap-x-8 gap-y-1.5 rounded-control border border-line bg-sunken px-5 py-4 font-mono text-[0.9375rem] sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton
          text={codes.join('\n')}
          label="Copy"
          done="Recovery codes copied to clipboard!"
          shape="secondary"
        />
        <Button shape="secondary" onClick={() => download(email, codes)}>
          <Download className="size-5" strokeWidth={1.5} aria-hidden="true" />
          Download
        </Button>
        <Button onClick={onKept}>I have kept them</Button>
      </div>
    </div>
  );
}

function download(email: string, codes: string[]): void {
  const text = `Recovery codes for ${email} at ${brand().name} (${location.host})\nEach works once.\n\n${codes.join('\n')}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), {
    href: url,
    download: `${brand().name.toLowerCase()}-recovery-codes.txt`,
  }).click();
  URL.revokeObjectURL(url);
}
