/** For a part of a section: as high as a line, so that what is below moves little. */
export function LoadingLine() {
  return (
    <p role="status" className="py-3 text-[0.9375rem] text-soft">
      Loading...
    </p>
  );
}
