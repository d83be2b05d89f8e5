import { type ComponentProps, type MouseEvent, type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

const shapes = {
  primary: 'bg-action text-action-ink hover:bg-action-hover',
  secondary: 'border border-strong bg-raised text-ink hover:border-live hover:text-live',
  quiet: 'text-soft hover:text-ink',
  /** Buttons of actions that cannot be undone. */
  danger: 'border border-danger bg-raised text-danger hover:bg-danger-wash',
} as const;

const sizes = { normal: 'min-h-11 px-5 py-2.5', small: 'min-h-9 px-3.5 py-1.5 text-[0.9375rem]' } as const;

export interface ButtonLook {
  shape?: keyof typeof shapes;
  size?: keyof typeof sizes;
}

export function buttonClasses({ shape = 'primary', size = 'normal' }: ButtonLook): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control text-center leading-snug font-medium transition-colors duration-150',
    'aria-disabled:cursor-default aria-disabled:opacity-60',
    shapes[shape],
    sizes[size],
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & ButtonLook & { busy?: boolean };

/**
 * `busy` keeps the focus and the layout, unlike `disabled`, and ignores clicks, so that a second click sends no second
 * request. Clicks are ignored as well until the promise that `onClick` returned is settled: the second one of a double
 * click comes before `busy` is rendered. A click before scripts run is kept and repeated (web/loading/head-script.ts).
 */
export function Button({
  shape,
  size,
  busy = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isRunning = useRef(false);

  function click(event: MouseEvent<HTMLButtonElement>): void {
    if (busy || isRunning.current) {
      event.preventDefault();
      return;
    }
    const result: unknown = onClick?.(event);
    if (!(result instanceof Promise)) return;
    isRunning.current = true;
    void result.finally(() => {
      isRunning.current = false;
    });
  }

  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy}
      className={classNames(buttonClasses({ ...(shape && { shape }), ...(size && { size }) }), className)}
      onClick={click}
    />
  );
}

interface LinkButtonProps extends ButtonLook {
  to: string;
  children: ReactNode;
  className?: string;
}

export function LinkButton({ to, children, className, ...look }: LinkButtonProps) {
  return (
    <Link to={to} className={classNames(buttonClasses(look), className)}>
      {children}
    </Link>
  );
}
