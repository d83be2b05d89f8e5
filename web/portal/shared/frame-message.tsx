import type { ReactNode } from 'react';

/** A message that fits a small frame. */
export function FrameMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh content-center justify-items-center overflow-auto p-4 text-center">
      <h1 className="text-[1.0625rem]">{title}</h1>
      <p className="mt-1 max-w-[36ch] text-note text-soft">{children}</p>
    </div>
  );
}
