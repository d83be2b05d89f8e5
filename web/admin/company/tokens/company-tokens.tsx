import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { type CreatedToken, tokenLimits } from '../../../../contract/company/tokens.ts';
import { tokensQuery, useCreateToken } from '../../../api/tokens.ts';
import { TokenList } from '../../../signed-in/tokens/token-list.tsx';
import { usePermission } from '../../../signed-in/use-permission.ts';
import { CreateToken } from '../../tokens/create-token.tsx';
import { TokenForm } from '../../tokens/token-form.tsx';

/** The tokens with which programs ask about a company. */
export function CompanyTokens({ company: { id, timeZone } }: { company: AdminCompany }) {
  const { data: tokens } = useQuery(tokensQuery(id));
  const create = useCreateToken(id);
  const [created, setCreated] = useState<CreatedToken>();
  const managesShared = usePermission('shared-tokens');
  return (
    <section
      id="tokens"
      aria-labelledby="tokens-title"
      className="mt-12 scroll-mt-4 border-t border-line pt-5"
    >
      <h2 id="tokens-title" className="text-title">
        Tokens for programs
      </h2>
      <p className="mt-2 text-[0.9375rem] text-soft">
        A program reads the statistics of this company, or reports its orders, with a token.
        {managesShared && (
          <>
            {' '}
            For several companies, create one under{' '}
            <Link to="/admin/tokens" className="underline underline-offset-4">
              tokens of several companies
            </Link>
            .
          </>
        )}
      </p>
      <TokenList
        place={id}
        timeZone={timeZone}
        empty="There is no token yet."
        hasExample
        created={created}
        onCreated={setCreated}
      />
      {tokens && tokens.length < tokenLimits.perCompany && (
        <CreateToken>
          {({ close, cancel }) => (
            <TokenForm
              isShared={false}
              timeZone={timeZone}
              onCreate={async (wanted) => {
                setCreated(await create.mutateAsync(wanted));
                close();
              }}
              onCancel={cancel}
            />
          )}
        </CreateToken>
      )}
      {tokens && tokens.length >= tokenLimits.perCompany && (
        <p className="mt-4 text-[0.9375rem] text-soft">
          A company has at most {tokenLimits.perCompany} tokens. Revoke one that is no longer used to create
          another.
        </p>
      )}
    </section>
  );
}
