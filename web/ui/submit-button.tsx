import { type ComponentProps, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';

const neverChanges = () => () => {};

/**
 * Submits only once scripts are there to take the form. Before that, or without them, the browser would put
 * everything written into the address of the next page.
 */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type'>) {
  const isListening = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return <Button {...props} type={isListening ? 'submit' : 'button'} />;
}
