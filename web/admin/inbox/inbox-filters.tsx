import { useSearchParams } from 'react-router';
import type { Inbox } from '../../../contract/inbox.ts';
import type { InboxFilter } from '../../api/inbox.ts';
import { SearchField } from '../components/search-field.tsx';
import { SegmentedControl } from '../components/segmented-control.tsx';

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
    <div className="grid grid-cols-1 gap-x-6 gap-y-2 sm:flex sm:flex-wrap sm:items-center sm:gap-y-3">
      <SearchField label="Search the inbox" value={words} onChange={onWords} />
      <SegmentedControl
        legend="State"
        name="state"
        value={filter.state ?? ''}
        onChange={choose('state')}
        options={[
          { value: '', label: 'All' },
          { value: 'unread', label: counted('Unread', counts?.unread) },
          { value: 'open', label: 'Open' },
          { value: 'handled', label: 'Handled' },
          { value: 'spam', label: counted('Spam', counts?.spam) },
        ]}
      />
      <SegmentedControl
        legend="Kind"
        name="kind"
        value={filter.kind ?? ''}
        onChange={choose('kind')}
        options={[
          { value: '', label: 'Every kind' },
          { value: 'message', label: 'Messages' },
          { value: 'demo', label: 'Demos' },
        ]}
      />
    </div>
  );
}
