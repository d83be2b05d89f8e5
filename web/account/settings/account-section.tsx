import { type ReactNode, useId } from 'react';

interface AccountSectionProps {
  title: string;
  about: string;
  children: ReactNode;
}

export function AccountSection({ title, about, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-16 gap-y-6 border-t border-line py-10 lg:grid-cols-[minmax(0,22rem)_minmax(0,52rem)]"
    >
      <div>
        <h2 id={id} className="text-title">
          {title}
        </h2>
        <p className="mt-2 max-w-[44ch] text-[0.9375rem] text-soft">{about}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
