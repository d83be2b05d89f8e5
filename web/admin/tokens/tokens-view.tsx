import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type CreatedToken, type NewSharedToken, tokenLimits } from '../../../contract/company/tokens.ts';
import { tokensQuery, useCreateToken } from '../../api/tokens.ts';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { TokenList } from '../../signed-in/tokens/token-list.tsx';
import { useTitle } from '../../ui/layout/use-title.ts';
import { browserTimeZone } from '../companies/form/time-zones.ts';
import { type ChosenCompanies, CompanyChoice } from './company-choice.tsx';
import { CreateToken } from './create-token.tsx';
import { TokenForm } from './token-form.tsx';

/** The tokens with which programs ask about several or all companies. */
export function TokensView() {
  useTitle('Tokens');
  const { data: tokens } = useQuery(tokensQuery(null));
  const create = useCreateToken(null);
  const [created, setCreated] = useState<CreatedToken>();
  const isFull = tokens !== undefined && tokens.length >= tokenLimits.ofSeveral;
  return (
    <div className="max-w-[52rem]">
      <PageTitle title="Tokens of several companies" />
      <p className="mt-3 max-w-[66ch] text-soft">
        A program reads the statistics of the chosen companies with one token. It lists them at{' '}
        <code className="font-mono text-note">/api/v1/companies</code>. A token of one company is created with
        the{' '}
        <Link to="/admin" className="underline underline-offset-4">
          settings of that company
        </Link>
        .
      </p>
      <TokenList
        place={null}
        timeZone={browserTimeZone()}
        empty="There is no token of several companies yet."
        hasExample
        created={created}
        onCreated={setCreated}
      />
      {isFull && (
        <p className="mt-5 text-soft">
          There can be at most {tokenLimits.ofSeveral} of them. Revoke one that is no longer used to create
          another.
        </p>
      )}
      {tokens && !isFull && (
        <CreateToken>
          {({ close, cancel }) => (
            <SharedTokenForm
              onCreate={async (wanted) => {
                setCreated(await create.mutateAsync(wanted));
                close();
              }}
              onCancel={cancel}
            />
          )}
        </CreateToken>
      )}
    </div>
  );
}

interface SharedTokenFormProps {
  onCreate: (wanted: NewSharedToken) => Promise<unknown>;
  onCancel: () => void;
}

/** The form of a token with its companies. They may be in several zones, so its last day ends in that of the browser. */
function SharedTokenForm({ onCreate, onCancel }: SharedTokenFormProps) {
  const [chosen, setChosen] = useState<ChosenCompanies>({ isAll: false, ids: new Set() });
  const [isMissing, setMissing] = useState(false);
  const isReady = chosen.isAll || chosen.ids.size > 0;
  return (
    // Checks the companies together with the fields.
    <div onSubmitCapture={() => setMissing(!isReady)}>
      <TokenForm
        isShared
        timeZone={browserTimeZone()}
        isReady={isReady}
        onCreate={(wanted) => onCreate({ ...wanted, companies: chosen.isAll ? 'all' : [...chosen.ids] })}
        onCancel={onCancel}
      >
        <CompanyChoice
          chosen={chosen}
          error={isMissing && !isReady ? 'Choose at least one company.' : undefined}
          onChoose={setChosen}
        />
      </TokenForm>
    </div>
  );
}
