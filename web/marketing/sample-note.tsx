import type { ReactNode } from 'react';

/** Said where figures or quotes are examples, so that nobody takes them for more. */
export function SampleNote({ children }: { children: ReactNode }) {
  return <p className="mt-5 font-mono text-note text-soft">{children}</p>;
}
