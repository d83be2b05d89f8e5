import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

interface ExplanationProps {
  /** What a click opens: the label itself. */
  children: ReactNode;
  /** One sentence. */
  text: string;
  /** The address of a page that explains more. */
  more: string;
  /** The id of the label, for elements that it names. */
  labelId?: string;
  className?: string;
}

/** A label that opens its explanation. Escape and a click elsewhere close it, without any script. */
export function Explanation({ children, text, more, labelId, className }: ExplanationProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        id={labelId}
        popoverTarget={id}
        className={classNames(
          'relative rounded-[4px] text-left decoration-strong decoration-dotted underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-2.5 hover:text-ink hover:decoration-current print:no-underline',
          className ?? 'underline',
        )}
      >
        {children}
      </button>
      <span popover="auto" id={id} className="explanation">
        {text}{' '}
        <Link to={more} className="whitespace-nowrap underline underline-offset-4 hover:text-live">
          Read more
        </Link>
      </span>
    </>
  );
}
