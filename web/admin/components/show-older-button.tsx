import { Button } from '../../ui/button.tsx';

interface ShowOlderButtonProps {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Loads the next page of an infinite query, whose result is passed as props. */
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
        {pages.isFetchNextPageError &&
          !pages.isFetchingNextPage &&
          'Older entries could not be loaded. Please try again.'}
      </p>
    </div>
  );
}
