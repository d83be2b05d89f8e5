import type { KeyboardEvent } from 'react';
import type { InboxItem } from '../../../contract/inbox.ts';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { classNames } from '../../ui/class-names.ts';
import { stateLabels, toSubject } from './inbox-labels.ts';

interface InboxListProps {
  items: InboxItem[];
  openId: string | null;
  onOpen: (itemId: string) => void;
}

/** The arrow keys walk through the list, Enter opens. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  if (step === undefined || at < 0) return;
  event.preventDefault();
  buttons[at + step]?.focus();
}

export function InboxList({ items, openId, onOpen }: InboxListProps) {
  return (
    <ul onKeyDown={walk} aria-label="Messages, newest first" className="border-t border-line">
      {items.map((item) => (
        <li key={item.id} className="border-b border-line">
          <InboxLine item={item} isOpen={item.id === openId} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

interface InboxLineProps {
  item: InboxItem;
  isOpen: boolean;
  onOpen: (itemId: string) => void;
}

function InboxLine({ item, isOpen, onOpen }: InboxLineProps) {
  const isUnread = item.state === 'unread';
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={() => onOpen(item.id)}
      className={classNames(
        'grid w-full grid-cols-[0.625rem_minmax(0,1fr)_auto] items-baseline gap-x-2.5 px-2 py-3 text-left text-[0.9375rem] transition-colors hover:bg-raised',
        'aria-current:bg-live-wash focus-visible:outline-offset-[-2px]',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames('size-2 self-center rounded-full', isUnread && 'bg-live-dot')}
      />
      <span className={classNames('truncate', isUnread ? 'font-semibold' : 'font-medium')}>{item.name}</span>
      <Timestamp at={item.createdAt} className="text-note whitespace-nowrap text-soft tabular" />
      <span className={classNames('col-span-2 col-start-2 truncate', !isUnread && 'text-soft')}>
        {toSubject(item)}
      </span>
      {item.message && (
        <span className="col-span-2 col-start-2 truncate text-note text-soft">
          {item.message.slice(0, 160)}
        </span>
      )}
      <span className="sr-only">{stateLabels[item.state]}</span>
    </button>
  );
}
