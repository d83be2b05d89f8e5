import { useEffect, useRef } from 'react';

/** Focused when it appears: its step replaced the step that had the focus. */
export function StepTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className="text-lead font-medium outline-none">
      {children}
    </h3>
  );
}
