import { formatCount } from '../../../figures/format.ts';
import { Button } from '../../../ui/button.tsx';

interface PageButtonsProps {
  /** The name of the buttons, such as "Pages of orders". */
  label: string;
  page: number;
  pages: number;
  /** The labels of the buttons. */
  before: string;
  next: string;
  onPage: (page: number) => void;
}

/** Moves through the pages of a table. Nothing if there is one page. */
export function PageButtons({ label, page, pages, before, next, onPage }: PageButtonsProps) {
  if (pages <= 1 && page === 1) return null;
  return (
    <nav aria-label={label} className="mt-4 flex items-center justify-between gap-3">
      <Button shape="secondary" busy={page <= 1} onClick={() => onPage(Math.min(page - 1, pages))}>
        {before}
      </Button>
      <span className="text-note text-soft tabular">
        Page {formatCount(page)} of {formatCount(pages)}
      </span>
      <Button shape="secondary" busy={page >= pages} onClick={() => onPage(page + 1)}>
        {next}
      </Button>
    </nav>
  );
}
