import type { CSSProperties } from 'react';

/**
 * A formatted number whose digits roll to their new value. Digits are counted from the right, so that a
 * number that grows by a place keeps the others where they were. Read as plain text by everything else.
 */
export function RollingNumber({ text }: { text: string }) {
  const characters = [...text];
  return (
    <span className="rolling" style={{ '--characters': characters.length } as CSSProperties}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="rolling-row">
        {characters.map((character, index) => {
          const place = characters.length - index;
          const isDigit = character >= '0' && character <= '9';
          return isDigit ? (
            <span
              key={place}
              className="rolling-digit"
              style={{ '--digit': Number(character) } as CSSProperties}
            />
          ) : (
            <span key={place}>{character}</span>
          );
        })}
      </span>
    </span>
  );
}
