import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Access } from '../../../../contract/company/accesses.ts';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { readShareAddress } from '../../api/shares.ts';
import { type EmbedTheme, listParts, toEmbedCode } from './embed-code.ts';

interface ShareAddressDialogProps {
  company: AdminCompany;
  share: Access;
  /** Known of a link that was just created; otherwise the server is asked for it. */
  url?: string | undefined;
  onClose: () => void;
}

/** The address of a link, and the code that embeds it. */
export function ShareAddressDialog({ company, share, url, onClose }: ShareAddressDialogProps) {
  const address = useQuery({
    queryKey: ['share-address', share.id],
    queryFn: () => readShareAddress(company.id, share.id),
    enabled: url === undefined,
    // A secret is not kept longer than it is shown.
    gcTime: 0,
    retry: false,
  });
  const shown = url ?? address.data;
  return (
    <Modal title={share.name} isSheet onClose={onClose}>
      {shown === undefined && address.error && (
        <LoadFailed title="The address could not be loaded" query={address} />
      )}
      {shown === undefined && !address.error && <Spinner />}
      {shown === '' && (
        <p className="mt-4 text-soft">
          The address can no longer be read: it was created with another secret of this server. Revoke the
          link and create a new one.
        </p>
      )}
      {shown && <Address company={company} share={share} url={shown} />}
      <div className="mt-8">
        <Button shape="secondary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Modal>
  );
}

function Address({ company, share, url }: { company: AdminCompany; share: Access; url: string }) {
  const hasHosts = (share.share?.embedHosts.length ?? 0) > 0;
  return (
    <div className="mt-4 grid gap-8">
      <section className="grid gap-3">
        <CodeBlock label="Address" code={url} />
        <p className="text-note text-soft">
          {share.share?.hasPassword
            ? 'It asks for the password, which is not part of it.'
            : 'Everyone who has this address sees the view.'}{' '}
          The part after # never reaches a server or a log.
        </p>
        <div>
          <CopyButton text={url} label="Copy address" done="Address copied" size="small" />
        </div>
      </section>
      {hasHosts ? (
        <EmbedCode company={company} share={share} url={url} />
      ) : (
        <p className="border-t border-line pt-5 text-soft">
          To embed it in another page, change the link and enter the host of that page.
        </p>
      )}
    </div>
  );
}

const themes = [
  { value: 'page', label: 'As the browser is set' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

function EmbedCode({ company, share, url }: { company: AdminCompany; share: Access; url: string }) {
  const [part, setPart] = useState('all');
  const [theme, setTheme] = useState<EmbedTheme>('page');
  const code = toEmbedCode({ url, part, theme, title: `Live figures of ${company.name}` });
  return (
    <section aria-labelledby="embed-title" className="grid gap-4 border-t border-line pt-5">
      <h3 id="embed-title" className="text-title">
        Embed it
      </h3>
      <SelectField
        label="What the frame shows"
        options={listParts(share.rights.includes('money'))}
        hint="The address in the code opens the whole view, also if the frame shows a part."
        value={part}
        onChange={({ currentTarget }) => setPart(currentTarget.value)}
      />
      <SelectField
        label="Theme"
        options={themes}
        value={theme}
        onChange={({ currentTarget }) => setTheme(currentTarget.value as EmbedTheme)}
      />
      <CodeBlock label="Code" code={code} />
      <p className="text-note wrap-anywhere text-soft">
        Works on pages of {share.share?.embedHosts.join(', ')}, without cookies.
      </p>
      <div>
        <CopyButton text={code} label="Copy code" done="Code copied" size="small" />
      </div>
    </section>
  );
}
