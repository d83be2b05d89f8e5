import { useState } from 'react';

/** Settings name a logo by its content alone: it is a drawing or a picture of dots. */
const endings = ['svg', 'png'] as const;

export function StoredLogo({ digest, label }: { digest: string; label: string }) {
  const [failures, setFailures] = useState(0);
  const ending = endings[failures];
  if (!ending)
    return <p className="text-note text-danger">The stored logo cannot be shown. Upload it again.</p>;
  return (
    <img
      src={`/brand/${digest}.${ending}`}
      alt={label}
      onError={() => setFailures(failures + 1)}
      className="max-h-16 max-w-full object-contain"
    />
  );
}
