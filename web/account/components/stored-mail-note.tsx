/** Where a mail is that was not sent. Shown if the server's answer has `storedMail`. */
export function StoredMailNote() {
  return (
    <p className="text-soft">
      This server has no mail server, so it sends no mail. Its operator finds the messages, with their links,
      in the folder <code className="font-mono text-[0.9em]">data/mail</code> and in the log. With the setting{' '}
      <code className="font-mono text-[0.9em]">SMTP_URL</code> they are sent.
    </p>
  );
}
