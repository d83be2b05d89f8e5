import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonLook, buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useRouting } from './routing.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
}

/** A link that the router follows; without scripts, and in another tab, the browser does. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const { navigate } = useRouting();
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const wantsAnotherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || wantsAnotherTab || rest.target) return;
    event.preventDefault();
    navigate(to);
  }
  return <a {...rest} href={to} onClick={follow} />;
}

interface LinkButtonProps extends ButtonLook {
  to: string;
  children: ReactNode;
  className?: string;
}

/** A link that looks like a button. */
export function LinkButton({ to, children, className, ...look }: LinkButtonProps) {
  return (
    <Link to={to} className={classNames(buttonClasses(look), className)}>
      {children}
    </Link>
  );
}
