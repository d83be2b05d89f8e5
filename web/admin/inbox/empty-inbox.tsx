import { Link } from 'react-router';
import type { InboxFilter } from '../../../contract/inbox.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';

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
        <p>Messages that look like spam are kept here instead of being deleted.</p>
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
      <p>Messages from the home and contact pages and demo requests appear here as soon as they are sent.</p>
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
