import { type ReactNode, useId } from 'react';

interface ExplanationProps {
  /** The label. A click on it opens its explanation. */
  children: ReactNode;
  /** One sentence. */
  text: string;
  /** The address of a page that explains more. */
  more?: string | undefined;
  /** The id of the label, for elements that it names. */
  labelId?: string;
  /** The element around the label. */
  as?: 'span' | 'h3';
  className?: string;
}

/** A label that opens its explanation. Escape and a click elsewhere close it, without any script. */
export function Explanation(props: ExplanationProps) {
  const { children, text, more, labelId, as: Label = 'span', className } = props;
  const id = useId();
  return (
    <>
      <Label className={className}>
        <button
          type="button"
          id={labelId}
          popoverTarget={id}
          className="relative rounded-[4px] text-left underline decoration-strong decoration-dotted underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-2.5 hover:text-ink hover:decoration-current print:no-underline"
        >
          {children}
        </button>
      </Label>
      <span popover="auto" id={id} className="explanation">
        {text}{' '}
        {more !== undefined && (
          <a href={more} className="whitespace-nowrap underline underline-offset-4 hover:text-live">
            Read more
          </a>
        )}
      </span>
    </>
  );
}
