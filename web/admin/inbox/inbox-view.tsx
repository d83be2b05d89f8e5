import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type InboxFilter, type InboxItem, inboxQuery as inboxFilterShape } from '../../../contract/inbox.ts';
import { inboxExportUrl, inboxQuery } from '../../api/inbox.ts';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { ExportLink } from '../components/export-link.tsx';
import { ShowOlderButton } from '../components/show-older-button.tsx';
import { useOpenParam } from '../components/use-open-param.ts';
import { useSearchText } from '../components/use-search-text.ts';
import { EmptyInbox } from './empty-inbox.tsx';
import { FailedMailsPanel } from './failed-mails.tsx';
import { InboxDetail } from './inbox-detail.tsx';
import { InboxFilters } from './inbox-filters.tsx';
import { InboxList } from './inbox-list.tsx';
import type { NoteDrafts } from './inbox-note.tsx';
import { usePendingItems } from './use-pending-items.ts';

const { kind: kindShape, state: stateShape } = inboxFilterShape.shape;

/** Reads the filter from the query string, ignoring invalid values. */
function toFilter(search: URLSearchParams, text: string): InboxFilter {
  const kind = kindShape.catch(undefined).parse(search.get('kind') ?? undefined);
  const state = stateShape.catch(undefined).parse(search.get('state') ?? undefined);
  return { ...(kind && { kind }), ...(state && { state }), ...(text && { search: text }) };
}

/** Keeps the open item in the list when a change means that it no longer matches the filter. */
function withOpen(items: InboxItem[], open: InboxItem | undefined): InboxItem[] {
  if (!open || items.some(({ id }) => id === open.id)) return items;
  const after = items.findIndex(({ createdAt }) => createdAt < open.createdAt);
  return items.toSpliced(after < 0 ? items.length : after, 0, open);
}

export function InboxView() {
  const [search] = useSearchParams();
  const { text, setText, searched } = useSearchText('q');
  const filter = toFilter(search, searched);
  const list = useInfiniteQuery({ ...inboxQuery(filter), placeholderData: keepPreviousData });
  const openParam = useOpenParam('item');
  const [lastOpen, setLastOpen] = useState<InboxItem>();
  const [drafts] = useState<NoteDrafts>(() => new Map());

  const { data, isPlaceholderData } = list;
  const loaded = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const pending = usePendingItems(isPlaceholderData ? undefined : loaded, JSON.stringify(filter));
  const listed = loaded?.find(({ id }) => id === openParam.value);
  if (listed && listed !== lastOpen) setLastOpen(listed);
  const open = listed ?? (lastOpen?.id === openParam.value ? lastOpen : undefined);
  const shown = withOpen(isPlaceholderData ? (loaded ?? []) : pending.shown, open);

  return (
    <>
      <div className={open ? 'max-lg:sr-only' : undefined}>
        <PageTitle title="Inbox" note="Messages and demo requests from the site, newest first.">
          <div className={open ? 'max-lg:hidden' : undefined}>
            <ExportLink address={inboxExportUrl(filter)} />
          </div>
        </PageTitle>
      </div>
      <div className={open ? 'max-lg:hidden' : undefined}>
        <div className="mt-5 grid grid-cols-1 gap-5">
          <FailedMailsPanel />
          <InboxFilters filter={filter} counts={data?.pages[0]} search={text} onSearch={setText} />
        </div>
      </div>
      <p role="status" className="sr-only">
        {pending.announcement}
      </p>
      {!data && list.error && (
        <div className="mt-6">
          <LoadFailed title="Failed to load the inbox" query={list} />
        </div>
      )}
      {!data && !list.error && <Spinner />}
      {data && shown.length === 0 && (
        <div className="mt-6">
          <EmptyInbox filter={filter} />
        </div>
      )}
      {shown.length > 0 && (
        <div
          className={`mt-5 grid grid-cols-1 items-start gap-x-10 lg:grid-cols-[minmax(19rem,26rem)_minmax(0,1fr)] ${open ? 'max-lg:-mt-3' : ''}`}
        >
          <div
            className={`grid grid-cols-1 gap-4 transition-opacity data-[stale=true]:opacity-50 ${open ? 'max-lg:hidden' : ''}`}
            data-stale={isPlaceholderData}
          >
            {pending.pendingCount > 0 && (
              <Button
                size="small"
                className="sticky top-3 z-10 justify-self-center rounded-full"
                onClick={pending.showPending}
              >
                <ArrowUp className="size-4" strokeWidth={1.5} aria-hidden="true" />
                {pending.pendingCount} new
              </Button>
            )}
            <InboxList items={shown} openId={open?.id ?? null} onOpen={openParam.open} />
            <ShowOlderButton {...list} />
          </div>
          {open ? (
            <div className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto lg:pr-2">
              <InboxDetail
                key={open.id}
                item={open}
                onChanged={setLastOpen}
                onClose={openParam.close}
                drafts={drafts}
              />
            </div>
          ) : (
            <p className="border-l border-line py-10 pl-10 text-soft max-lg:hidden">
              Choose a message to read it here. The arrow keys move through the list.
            </p>
          )}
        </div>
      )}
    </>
  );
}
