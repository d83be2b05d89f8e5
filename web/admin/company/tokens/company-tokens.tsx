import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type CreatedToken, tokenLimits } from '../../../../contract/company/tokens.ts';
import { tokensQuery, useCreateToken } from '../../../api/tokens.ts';
import { TokenList } from '../../../signed-in/tokens/token-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { TokenForm } from '../../tokens/token-form.tsx';

/** The tokens with which programs ask about a company. */
export function CompanyTokens({ companyId }: { companyId: string }) {
  const { data: tokens } = useQuery(tokensQuery(companyId));
  const create = useCreateToken(companyId);
  const [created, setCreated] = useState<CreatedToken>();
  const [isOpen, setOpen] = useState(false);
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
        A program reads the statistics of this company, or reports its orders, with a token. For several
        companies, create one under{' '}
        <Link to="/admin/tokens" className="underline underline-offset-4">
          tokens of several companies
        </Link>
        .
      </p>
      <TokenList
        place={companyId}
        empty="There is no token yet."
        hasExample
        created={created}
        onCreated={setCreated}
      />
      {isOpen && (
        <TokenForm
          isShared={false}
          onCreate={async (wanted) => {
            setCreated(await create.mutateAsync(wanted));
            setOpen(false);
          }}
        />
      )}
      {!isOpen && tokens && tokens.length < tokenLimits.perCompany && (
        <Button shape="secondary" size="small" className="mt-4" onClick={() => setOpen(true)}>
          Create token
        </Button>
      )}
      {tokens && tokens.length >= tokenLimits.perCompany && (
        <p className="mt-4 text-[0.9375rem] text-soft">
          A company has at most {tokenLimits.perCompany} tokens. End one that is no longer used to create
          another.
        </p>
      )}
    </section>
  );
}
