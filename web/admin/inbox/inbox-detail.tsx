import { ArrowLeft, Reply } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { InboxChange, InboxItem } from '../../../contract/inbox.ts';
import { useChangeInboxItem } from '../../api/inbox.ts';
import { EmailAddress } from '../../signed-in/email-address.tsx';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { EraseItem } from './erase-item.tsx';
import { kindLabels, sourceLabels, stateLabels, toReplyUrl, toSubject } from './inbox-labels.ts';
import { InboxNote, type NoteDrafts } from './inbox-note.tsx';

interface InboxDetailProps {
  item: InboxItem;
  /** Called with the changed item, which may no longer match the filter. */
  onChanged: (item: InboxItem) => void;
  onClose: () => void;
  drafts: NoteDrafts;
}

export function InboxDetail({ item, onChanged, onClose, drafts }: InboxDetailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutateAsync } = useChangeInboxItem(item.id);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening marks it as read, so that it can be marked unread again
  useEffect(() => {
    // Scrolls to it on phones, where it replaces the list.
    heading.current?.focus();
    if (item.state !== 'unread') return;
    // No toast on failure: it stays unread until it is opened again.
    mutateAsync({ state: 'open' }).then(onChanged, () => undefined);
  }, [item.id]);

  return (
    <article aria-labelledby="inbox-item" className="min-w-0">
      <button
        type="button"
        onClick={onClose}
        className="-ml-2 mb-3 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-soft hover:text-ink lg:hidden"
      >
        <ArrowLeft className="size-5" strokeWidth={1.5} aria-hidden="true" />
        All messages
      </button>
      <p className="text-note text-soft">
        {kindLabels[item.kind]} from {sourceLabels[item.source]}, <Timestamp at={item.createdAt} />
      </p>
      <h2
        ref={heading}
        id="inbox-item"
        tabIndex={-1}
        className="mt-1 text-lead font-semibold break-words outline-none"
      >
        {toSubject(item)}
      </h2>
      <Sender item={item} />
      {item.message && (
        <p className="mt-5 max-w-[68ch] border-t border-line pt-5 break-words whitespace-pre-wrap">
          {item.message}
        </p>
      )}
      {item.state === 'spam' && (
        <p className="mt-5 rounded-control bg-warn-wash px-4 py-3 text-[0.9375rem] text-warn">
          Marked as suspected spam{item.spamReason && `: ${item.spamReason}`}. No mail was sent for it.
        </p>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <a href={toReplyUrl(item)} className={buttonClasses({ size: 'small' })}>
          <Reply className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
          Reply by mail
        </a>
        <StateButtons item={item} onChanged={onChanged} />
      </div>
      {item.handledAt && item.state === 'handled' && (
        <p className="mt-3 text-note text-soft">
          {stateLabels.handled} by {item.handledBy ?? 'an administrator'}, <Timestamp at={item.handledAt} />
        </p>
      )}
      <InboxNote key={item.id} item={item} onChanged={onChanged} drafts={drafts} />
      <EraseItem item={item} onErased={onClose} />
    </article>
  );
}

function Sender({ item }: { item: InboxItem }) {
  return (
    <dl className="mt-4 grid gap-x-8 gap-y-1.5 text-[0.9375rem] sm:grid-cols-[auto_minmax(0,1fr)]">
      {[
        ['From', item.name],
        ['Email', item.email],
        ['Company', item.company],
        ['Phone', item.phone],
        ['Interested in', item.interest],
      ]
        .filter(([, value]) => value)
        .map(([label, value = '']) => (
          <div key={label} className="contents">
            <dt className="text-soft max-sm:-mb-1.5 max-sm:text-note">{label}</dt>
            <dd className="break-words">
              <EmailAddress>{value}</EmailAddress>
            </dd>
          </div>
        ))}
    </dl>
  );
}

type NextState = NonNullable<InboxChange['state']>;

const steps: Record<InboxItem['state'], readonly { to: NextState; label: string; done: string }[]> = {
  unread: [{ to: 'handled', label: 'Mark handled', done: 'Marked as handled' }],
  open: [
    { to: 'handled', label: 'Mark handled', done: 'Marked as handled' },
    { to: 'unread', label: 'Mark unread', done: 'Marked as unread' },
  ],
  handled: [{ to: 'open', label: 'Open again', done: 'Open again' }],
  spam: [{ to: 'open', label: 'Not spam', done: 'Moved to the inbox' }],
};

function StateButtons({ item, onChanged }: { item: InboxItem; onChanged: (item: InboxItem) => void }) {
  const change = useChangeInboxItem(item.id);

  async function changeState(to: NextState, done: string) {
    try {
      onChanged(await change.mutateAsync({ state: to }));
      toast.success(done);
    } catch (error) {
      showError(error);
    }
  }

  return steps[item.state].map(({ to, label, done }) => (
    <Button
      key={to}
      shape="secondary"
      size="small"
      busy={change.isPending}
      onClick={() => changeState(to, done)}
    >
      {label}
    </Button>
  ));
}
