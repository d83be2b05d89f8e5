import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CreatedToken, type Token, tokenLimits } from '../../../../contract/company/tokens.ts';
import { tokensQuery } from '../../../api/tokens.ts';
import { TokenList } from '../../../signed-in/tokens/token-list.tsx';
import { SetupPanel } from '../setup-panel.tsx';
import { CreateOrderToken } from './create-order-token.tsx';

/** Tokens that ask about the statistics are managed with the settings of the company. */
const isForOrders = ({ rights }: Token) => rights.includes('write-orders') || !rights.includes('dashboard');

/** The tokens with which the shop's server reports orders, for administrators. */
export function OrderTokensPanel({ companyId }: { companyId: string }) {
  const { data: tokens } = useQuery(tokensQuery(companyId));
  const [created, setCreated] = useState<CreatedToken>();
  return (
    <SetupPanel
      id="order-tokens"
      title="Tokens for orders"
      lead="The shop's server reports orders with a token, and these orders are verified. A token is a secret: keep it on the server, never in a page. Only administrators see this list."
    >
      <TokenList
        place={companyId}
        isListed={isForOrders}
        empty="There is no token for orders yet. Create one for each server that reports orders."
        hasExample={false}
        created={created}
        onCreated={setCreated}
      />
      {tokens && tokens.length < tokenLimits.perCompany && (
        <CreateOrderToken companyId={companyId} onCreated={setCreated} />
      )}
      {tokens && tokens.length >= tokenLimits.perCompany && (
        <p className="mt-5 border-t border-line pt-5 text-soft">
          A company has at most {tokenLimits.perCompany} tokens. Revoke one that is no longer used to create
          another.
        </p>
      )}
    </SetupPanel>
  );
}
