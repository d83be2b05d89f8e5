import type { ReactNode } from 'react';

/** Marks numbers or quotes as examples. */
export function SampleNote({ children }: { children: ReactNode }) {
  return <p className="mt-5 font-mono text-note text-soft">{children}</p>;
}
