import { useSearchParams } from 'react-router';
import type { Inbox, InboxFilter } from '../../../contract/inbox.ts';
import { SearchField } from '../components/search-field.tsx';
import { SegmentedControl } from '../components/segmented-control.tsx';

interface InboxFiltersProps {
  filter: InboxFilter;
  counts: Pick<Inbox, 'unread' | 'spam'> | undefined;
  search: string;
  onSearch: (search: string) => void;
}

const withCount = (label: string, count: number | undefined) => (count ? `${label} (${count})` : label);

export function InboxFilters({ filter, counts, search, onSearch }: InboxFiltersProps) {
  const [, setParams] = useSearchParams();

  const choose = (name: 'state' | 'kind') => (value: string) =>
    setParams(
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
      <SearchField label="Search the inbox" value={search} onChange={onSearch} />
      <SegmentedControl
        legend="State"
        name="state"
        value={filter.state ?? ''}
        onChange={choose('state')}
        options={[
          { value: '', label: 'All' },
          { value: 'unread', label: withCount('Unread', counts?.unread) },
          { value: 'open', label: 'Open' },
          { value: 'handled', label: 'Handled' },
          { value: 'spam', label: withCount('Spam', counts?.spam) },
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
