import { Link } from 'react-router';
import type { InboxFilter } from '../../api/inbox.ts';
import { LinkButton } from '../../ui/button.tsx';
import { NothingYet } from '../components/nothing-yet.tsx';

/** An empty list means something else under every filter. */
export function NothingHere({ filter }: { filter: InboxFilter }) {
  if (filter.search) {
    return (
      <NothingYet title="Nothing found">
        <p>
          Nothing has “{filter.search}” in it. <AllLink />
        </p>
      </NothingYet>
    );
  }
  if (filter.state === 'spam') {
    return (
      <NothingYet title="No suspected spam">
        <p>What looks like spam is kept here instead of being thrown away.</p>
      </NothingYet>
    );
  }
  if (filter.state || filter.kind) {
    return (
      <NothingYet title={filter.state === 'unread' ? 'All read' : 'Nothing here'}>
        <p>
          <AllLink />
        </p>
      </NothingYet>
    );
  }
  return (
    <NothingYet
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
    </NothingYet>
  );
}

function AllLink() {
  return (
    <Link to="/admin/inbox" className="underline underline-offset-4 hover:text-live">
      Show all messages
    </Link>
  );
}
