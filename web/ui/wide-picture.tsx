import type { ReactNode } from 'react';

/** A decorative drawing of 560 by 420 next to a form, on wide screens only. */
export function WidePicture({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 560 420"
      className="hidden w-full rounded-panel lg:block"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M0 0h560v420H0z" className="fill-sunken" />
      {children}
    </svg>
  );
}
