import { type ReactNode, type Ref, useId } from 'react';

interface AlertPartProps {
  title: string;
  note: string;
  /** Level of the heading: 2 below the title of a page, 3 below that of a section. */
  level: 2 | 3;
  /** At the right of the heading, or below it. */
  action?: ReactNode;
  /** Receives the part, which can have the focus. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A list with its heading, such as recipients. */
export function AlertPart({ title, note, level, action, ref, children }: AlertPartProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={id} className="min-w-0 outline-none">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <Heading id={id} className={level === 2 ? 'text-title' : 'font-medium'}>
            {title}
          </Heading>
          <p className="mt-1 text-[0.9375rem] text-soft">{note}</p>
        </div>
        {action}
      </div>
      <div className="mt-4">{children}</div>
    </section>
  );
}
