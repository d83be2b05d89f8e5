import { PageTitle } from '../../signed-in/page-title.tsx';
import type { SignedIn } from '../../signed-in/require-sign-in.tsx';
import { SignOutButton } from '../../signed-in/sign-out-button.tsx';
import { AccountSection } from './account-section.tsx';
import { AddressForm } from './address/address-form.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import { TwoFactor } from './two-factor.tsx';

export function AccountView({ me }: { me: SignedIn }) {
  const { email, name, hasTwoFactor, hasPassword } = me.user;
  const needs = { email, hasTwoFactor, hasPassword };
  const isMember = me.role !== null && !me.needsTwoFactor;
  return (
    <div className="page-wide pt-8 pb-20 lg:pt-10">
      <PageTitle
        title="Your account"
        note={<span className="break-words">{name === '' ? email : `${name}, ${email}`}</span>}
      >
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
        <AccountSection title="Your name" about="How we call you. Others see your email address.">
          <NameForm name={name} />
        </AccountSection>
        <AccountSection
          title="Email address"
          about="You sign in with it. A new one counts once you open the link that we mail to it. The old one gets a notice."
        >
          <AddressForm needs={needs} />
        </AccountSection>
        <AccountSection
          title="Your password"
          about="A new password signs every other browser out. It withdraws a new address that is not confirmed yet."
        >
          <PasswordForm needs={needs} />
        </AccountSection>
        <AccountSection
          title="Two-factor authentication"
          about="A code from your phone, asked for after the password. A stolen password alone is then not enough to sign in."
        >
          <TwoFactor email={email} isOn={hasTwoFactor} hasPassword={hasPassword} />
        </AccountSection>
        <AccountSection
          title="Where you are signed in"
          about="Every browser that is signed in to your account. End sessions you do not recognize, then choose a new password."
        >
          <SessionList />
        </AccountSection>
        <AccountSection
          title="Your data"
          about="Everything that is stored about you: account, sessions, what you did, and mails to you. Without passwords and other secrets."
        >
          <DownloadData />
        </AccountSection>
        <AccountSection
          title="Delete account"
          about="Every browser is signed out and your account is gone at once. What you created for clients stays, and so does the log of what you did. The only owner of the team cannot leave."
        >
          <DeleteAccount needs={needs} />
        </AccountSection>
      </div>
    </div>
  );
}
