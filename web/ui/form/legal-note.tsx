const pages = {
  terms: { name: 'Terms of Service', path: '/terms-of-service' },
  privacy: { name: 'Privacy Policy', path: '/privacy-policy' },
} as const;

/** Opens in a new tab, so that nothing typed into the form is lost. */
function LegalLink({ to }: { to: keyof typeof pages }) {
  const { name, path } = pages[to];
  return (
    <a
      href={path}
      target="_blank"
      rel="noopener"
      className="whitespace-nowrap text-ink underline decoration-strong underline-offset-3 hover:text-live"
    >
      {name}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** The terms of a purchase or sign-up. `action` is a text such as "By purchasing". */
export function TermsNote({ action }: { action: string }) {
  return (
    <p className="text-note text-pretty text-soft">
      {action} you agree to the <LegalLink to="terms" /> and the <LegalLink to="privacy" />.
    </p>
  );
}

/** The privacy note of a form that sends a message. */
export function PrivacyNote() {
  return (
    <p className="text-note text-pretty text-soft">
      By sending this you agree that we use it to answer you: <LegalLink to="privacy" />.
    </p>
  );
}
