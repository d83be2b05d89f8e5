import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

interface Column {
  label: string;
  /** Figures align at their right, and so does the last column with the edge of the page. */
  isNumber?: boolean;
}

interface ResponsiveTableProps {
  caption: string;
  columns: readonly Column[];
  children: ReactNode;
}

/**
 * A table whose columns align. Where there is no room for them each row is a card: a grid of two columns, the
 * right one as wide as it needs, in which cells find their place by their own classes.
 */
export function ResponsiveTable({ caption, columns, children }: ResponsiveTableProps) {
  return (
    <table className="w-full border-collapse text-[0.9375rem] max-lg:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-lg:sr-only">
        <tr>
          {columns.map(({ label, isNumber }) => (
            <th
              key={label}
              scope="col"
              className={classNames(
                'border-b border-strong px-3 pb-2 text-note font-medium whitespace-nowrap text-soft first:pl-0 last:pr-0',
                isNumber ? 'text-right' : 'text-left',
              )}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-3 md:max-lg:grid-cols-2">{children}</tbody>
    </table>
  );
}

export function TableRow({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <tr
      className={classNames(
        'max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:content-start max-lg:items-baseline max-lg:gap-x-4 max-lg:rounded-panel max-lg:border max-lg:border-line max-lg:bg-raised max-lg:p-4',
        'lg:border-b lg:border-line lg:hover:bg-raised',
        className,
      )}
    >
      {children}
    </tr>
  );
}

interface TableCellProps {
  isNumber?: boolean;
  children: ReactNode;
  className?: string;
}

export function TableCell({ isNumber = false, children, className }: TableCellProps) {
  return (
    <td
      className={classNames(
        'lg:px-3 lg:py-3 lg:align-middle lg:first:pl-0 lg:last:pr-0',
        isNumber && 'tabular lg:text-right',
        className,
      )}
    >
      {children}
    </td>
  );
}
