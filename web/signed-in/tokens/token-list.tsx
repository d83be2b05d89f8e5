import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CreatedToken, Token } from '../../../contract/company/tokens.ts';
import { type TokenPlace, tokensQuery } from '../../api/tokens.ts';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { useNow } from '../../ui/use-now.ts';
import { NewToken } from './new-token.tsx';
import { TokenRow } from './token-row.tsx';

interface TokenListProps {
  place: TokenPlace;
  /** The zone of the days on which tokens expire. Without it, the time of the browser is shown. */
  timeZone?: string;
  /** Which of the tokens are listed. */
  isListed?: (token: Token) => boolean;
  /** Shown while the list is empty. */
  empty: ReactNode;
  hasExample: boolean;
  created: CreatedToken | undefined;
  onCreated: (created: CreatedToken | undefined) => void;
}

/** The tokens of a company or of several, with the secret of a token that was just created. */
export function TokenList(props: TokenListProps) {
  const { place, timeZone, isListed = () => true, empty, hasExample, created, onCreated } = props;
  const list = useQuery(tokensQuery(place));
  const now = useNow(1000);
  const listed = list.data?.filter(isListed);
  return (
    <>
      {created && (
        <NewToken
          key={created.secret}
          created={created}
          hasExample={hasExample}
          onClose={() => onCreated(undefined)}
        />
      )}
      {!listed && list.error && (
        <div className="mt-5">
          <LoadFailed title="Failed to load tokens" query={list} />
        </div>
      )}
      {!listed && !list.error && <Spinner />}
      {listed?.length === 0 && <p className="mt-5 text-soft">{empty}</p>}
      {listed && listed.length > 0 && (
        <ul className="mt-5">
          {listed.map((token) => (
            <TokenRow
              key={token.id}
              place={place}
              timeZone={timeZone}
              token={token}
              now={now}
              onReplaced={onCreated}
            />
          ))}
        </ul>
      )}
    </>
  );
}
