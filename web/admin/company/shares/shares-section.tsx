import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Access } from '../../../../contract/company/accesses.ts';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { sharesQuery } from '../../api/shares.ts';
import { ShareAddressDialog } from './share-address-dialog.tsx';
import { ChangeShareDialog, NewShareDialog, RevokeShareDialog } from './share-dialogs.tsx';
import { type ShareDialog, ShareRow } from './share-row.tsx';

type Opened = { is: 'new'; view: string } | { is: ShareDialog; share: Access };

const usualView = 'period=30d&compare=previous';
/** The view that the portal wants to share, in the address of this page. */
const parameter = 'share';

/** The links that show one view of the portal to everyone who has them. */
export function SharesSection({ company }: { company: AdminCompany }) {
  const list = useQuery(sharesQuery(company.id));
  const [search, setSearch] = useSearchParams();
  const wanted = search.get(parameter);
  const [opened, setOpened] = useState<Opened | undefined>(
    wanted === null ? undefined : { is: 'new', view: wanted },
  );
  const now = useNow(5000);
  const { data: shares } = list;

  function close() {
    setOpened(undefined);
    if (search.has(parameter))
      setSearch(
        (before) => {
          before.delete(parameter);
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
  }

  return (
    <section
      id="shares"
      aria-labelledby="shares-title"
      className="mt-12 scroll-mt-4 border-t border-line pt-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="shares-title" className="text-title">
            Share links
          </h2>
          <p className="mt-2 text-[0.9375rem] text-soft">
            A link shows one view of the portal to everyone who has it, as a page or embedded in a page of the
            client. It can only be read.
          </p>
        </div>
        <Button size="small" className="min-h-11" onClick={() => setOpened({ is: 'new', view: usualView })}>
          <Share2 className="size-4" strokeWidth={1.5} aria-hidden="true" />
          Share a view
        </Button>
      </div>
      <div className="mt-4">
        {!shares && list.error && <LoadFailed title="Failed to load the share links" query={list} />}
        {!shares && !list.error && <Spinner />}
        {shares && shares.length > 0 && (
          <ul>
            {shares.map((share) => (
              <ShareRow
                key={share.id}
                share={share}
                timeZone={company.timeZone}
                now={now}
                onOpen={(is) => setOpened({ is, share })}
              />
            ))}
          </ul>
        )}
        {shares?.length === 0 && (
          <p className="border-t border-line pt-4 text-[0.9375rem] text-soft">
            Nothing is shared so far. “Share this view” in the menu of the portal begins with what you see
            there.
          </p>
        )}
      </div>
      {opened?.is === 'new' && <NewShareDialog company={company} view={opened.view} onClose={close} />}
      {opened?.is === 'change' && (
        <ChangeShareDialog company={company} share={opened.share} onClose={close} />
      )}
      {opened?.is === 'address' && (
        <ShareAddressDialog company={company} share={opened.share} onClose={close} />
      )}
      {opened?.is === 'revoke' && (
        <RevokeShareDialog company={company} share={opened.share} onClose={close} />
      )}
    </section>
  );
}
