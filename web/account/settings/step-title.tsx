import { useEffect, useRef } from 'react';

/** Takes the keyboard and the reader along to a step that replaced the one before. */
export function StepTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className="text-lead font-medium outline-none">
      {children}
    </h3>
  );
}
