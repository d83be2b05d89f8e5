import { PageTitle } from '../../signed-in/page-title.tsx';
import type { SignedIn } from '../../signed-in/require-sign-in.tsx';
import { SignOutButton } from '../../signed-in/sign-out-button.tsx';
import { requestPasswordReset } from '../api/password-reset.ts';
import { ResendButton } from '../sign-up/resend-button.tsx';
import { AccountSection } from './account-section.tsx';
import { SessionList } from './session-list.tsx';
import { TwoFactor } from './two-factor.tsx';

export function AccountView({ me }: { me: SignedIn }) {
  const { email, hasTwoFactor } = me.user;
  const isMember = me.role !== null && !me.needsTwoFactor;
  return (
    <div className="page-wide pt-8 pb-20 lg:pt-10">
      <PageTitle title="Your account" note={<span className="break-words">{email}</span>}>
        {/* Members of the team have it in the header. */}
        {!isMember && <SignOutButton shape="secondary" />}
      </PageTitle>
      {me.needsTwoFactor && (
        <p className="mt-6 max-w-[66ch] rounded-control bg-warn-wash px-5 py-4 text-warn">
          Your administrator rights are off until you switch on two-factor authentication. This server
          requires it of administrators.
        </p>
      )}
      <div className="mt-8 grid">
        <AccountSection
          title="Two-factor authentication"
          about="A code from your phone, asked for after the password. A stolen password alone is then not enough to sign in."
        >
          <TwoFactor email={email} isOn={hasTwoFactor} />
        </AccountSection>
        <AccountSection
          title="Where you are signed in"
          about="Every browser that is signed in to your account. End sessions you do not recognize, then choose a new password."
        >
          <SessionList />
        </AccountSection>
        <AccountSection
          title="A new password"
          about="We mail you a link to choose it. Every browser is then signed out, including this one."
        >
          <ResendButton
            label="Send me the link"
            send={() => requestPasswordReset(email)}
            done="A link to choose a new password is on its way. It works for one hour."
          />
        </AccountSection>
      </div>
    </div>
  );
}
