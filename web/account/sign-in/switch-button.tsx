import type { ComponentProps } from 'react';

/** Switches to another form of the same panel. */
export function SwitchButton(props: ComponentProps<'button'>) {
  return (
    <button
      {...props}
      type="button"
      className="-mx-1 inline-flex min-h-11 items-center rounded-control px-1 text-left text-live underline decoration-1 underline-offset-4 hover:decoration-2"
    />
  );
}
