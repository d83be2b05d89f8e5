import type { CSSProperties } from 'react';

interface RollingNumberProps {
  text: string;
  /** How many characters must fit: the longest of a group, so that its numbers share one size. */
  room?: number;
}

/**
 * A formatted number whose digits roll to their new value. Digits have keys counted from the right, so that they keep
 * their place when the number gets longer. The visible digits are CSS content; the text itself is in the document once,
 * for screen readers, search and copying.
 */
export function RollingNumber({ text, room = 0 }: RollingNumberProps) {
  const characters = [...text];
  const size = { '--characters': Math.max(room, characters.length) } as CSSProperties;
  return (
    <span className="rolling" style={size}>
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
            <span key={place} className="rolling-mark" data-character={character} />
          );
        })}
      </span>
    </span>
  );
}
