import { requestPasswordReset } from '../../api/password-reset.ts';
import { PageTitle } from '../../signed-in/page-title.tsx';
import type { SignedIn } from '../../signed-in/require-sign-in.tsx';
import { SignOutButton } from '../../signed-in/sign-out-button.tsx';
import { ResendButton } from '../sign-up/resend-button.tsx';
import { AccountSection } from './account-section.tsx';
import { SessionList } from './session-list.tsx';
import { SecondFactor } from './two-factor.tsx';

export function AccountView({ me }: { me: SignedIn }) {
  const { email, hasTwoFactor } = me.user;
  const isAdmin = me.role === 'admin' && !me.needsTwoFactor;
  return (
    <div className="page-wide pt-8 pb-20 lg:pt-10">
      <PageTitle title="Your account" note={<span className="break-words">{email}</span>}>
        {/* Administrators have it in the header. */}
        {!isAdmin && <SignOutButton shape="secondary" />}
      </PageTitle>
      {me.needsTwoFactor && (
        <p className="mt-6 max-w-[66ch] rounded-control bg-warn-wash px-5 py-4 text-warn">
          Your administrator rights rest until you switch the second factor on: on this server administrators
          need one.
        </p>
      )}
      <div className="mt-8 grid">
        <AccountSection
          title="Second factor"
          about="A code from your phone, asked for after the password. A stolen password alone then opens nothing."
        >
          <SecondFactor email={email} isOn={hasTwoFactor} />
        </AccountSection>
        <AccountSection
          title="Where you are signed in"
          about="Every browser that can act as you. End what you do not know, then choose a new password."
        >
          <SessionList />
        </AccountSection>
        <AccountSection
          title="A new password"
          about="You choose it by a link in a mail. Every browser is then signed out, this one too."
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
