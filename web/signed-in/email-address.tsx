/** Too long for its line, an address breaks before its @ rather than within a word. */
export function EmailAddress({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
