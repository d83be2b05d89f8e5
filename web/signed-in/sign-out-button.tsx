import { useSignOut } from '../api/session/sign-out.ts';
import { Button, type ButtonLook } from '../ui/button.tsx';

export function SignOutButton(look: ButtonLook) {
  const signOut = useSignOut();
  return (
    <Button {...look} busy={signOut.isPending} onClick={() => signOut.mutate()}>
      {signOut.isPending ? 'Signing out...' : 'Sign Out'}
    </Button>
  );
}
