import { Button } from '../../ui/button.tsx';

interface ShowOlderButtonProps {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** The end of a long list, and the way further back. Takes the query itself. */
export function ShowOlderButton(pages: ShowOlderButtonProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        shape="secondary"
        size="small"
        className="min-h-11"
        busy={pages.isFetchingNextPage}
        onClick={() => pages.fetchNextPage()}
      >
        {pages.isFetchingNextPage ? 'Loading...' : 'Show older'}
      </Button>
      <p role="status" className="text-[0.9375rem] text-danger">
        {pages.isFetchNextPageError && !pages.isFetchingNextPage && 'That did not load. Please try again.'}
      </p>
    </div>
  );
}
