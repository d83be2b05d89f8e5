import { Link } from 'react-router';

export function BackToSignIn() {
  return (
    <p className="mt-5">
      <Link
        to="/auth"
        className="inline-flex min-h-11 items-center text-soft underline decoration-1 underline-offset-4 hover:text-ink"
      >
        Back to sign-in
      </Link>
    </p>
  );
}
