import { Download } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { Inbox } from '../../../contract/inbox.ts';
import { type InboxFilter, inboxFileAddress } from '../../api/inbox.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { SearchField } from '../parts/search-field.tsx';

interface InboxFiltersProps {
  filter: InboxFilter;
  counts: Pick<Inbox, 'unread' | 'spam'> | undefined;
  words: string;
  onWords: (words: string) => void;
}

const counted = (label: string, count: number | undefined) => (count ? `${label} (${count})` : label);

export function InboxFilters({ filter, counts, words, onWords }: InboxFiltersProps) {
  const [, setSearch] = useSearchParams();

  const choose = (name: 'state' | 'kind') => (value: string) =>
    setSearch(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        before.delete('item');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label="Search the inbox" value={words} onChange={onWords} />
        <ChoiceChips
          legend="Kind"
          name="kind"
          value={filter.kind ?? ''}
          onChange={choose('kind')}
          options={[
            { value: '', label: 'Both' },
            { value: 'message', label: 'Messages' },
            { value: 'demo', label: 'Demo requests' },
          ]}
        />
        <a
          href={inboxFileAddress(filter)}
          download
          className={`${buttonClasses({ shape: 'quiet', size: 'small' })} min-h-11 sm:ml-auto`}
        >
          <Download className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
          Export CSV
        </a>
      </div>
      <ChoiceChips
        legend="State"
        name="state"
        value={filter.state ?? ''}
        onChange={choose('state')}
        options={[
          { value: '', label: 'All' },
          { value: 'unread', label: counted('Unread', counts?.unread) },
          { value: 'open', label: 'Open' },
          { value: 'handled', label: 'Handled' },
          { value: 'spam', label: counted('Suspected spam', counts?.spam) },
        ]}
      />
    </div>
  );
}
