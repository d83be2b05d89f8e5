import { Link } from 'react-router';
import type { InboxFilter } from '../../api/inbox.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';

/** An empty list means something else under every filter. */
export function EmptyInbox({ filter }: { filter: InboxFilter }) {
  if (filter.search) {
    return (
      <EmptyState title="Nothing found">
        <p>
          Nothing has “{filter.search}” in it. <AllLink />
        </p>
      </EmptyState>
    );
  }
  if (filter.state === 'spam') {
    return (
      <EmptyState title="No suspected spam">
        <p>What looks like spam is kept here instead of being thrown away.</p>
      </EmptyState>
    );
  }
  if (filter.state || filter.kind) {
    return (
      <EmptyState title={filter.state === 'unread' ? 'All read' : 'Nothing here'}>
        <p>
          <AllLink />
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No messages yet"
      action={
        <LinkButton to="/contact" shape="secondary">
          See the contact page
        </LinkButton>
      }
    >
      <p>
        What visitors write on the home and contact pages and the demos they ask for arrive here by
        themselves, without a reload.
      </p>
    </EmptyState>
  );
}

function AllLink() {
  return (
    <Link to="/admin/inbox" className="underline underline-offset-4 hover:text-live">
      Show all messages
    </Link>
  );
}
