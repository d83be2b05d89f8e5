import { useState } from 'react';
import type { TeamMember } from '../../../contract/account/team.ts';
import { useMe } from '../../api/session/session.ts';
import { EmailAddress } from '../../signed-in/email-address.tsx';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { Button } from '../../ui/button.tsx';
import { ResponsiveTable, TableCell, TableRow } from '../components/responsive-table.tsx';
import { describeCompanies, roleLabels } from './describe-rights.ts';
import { EditMember } from './edit-member.tsx';

const columns = [
  { label: 'Person' },
  { label: 'Role' },
  { label: 'Last sign-in' },
  { label: 'Two-factor' },
  { label: 'Rights', isNumber: true },
] as const;

export function MembersTable({ members }: { members: TeamMember[] }) {
  const [editedId, setEditedId] = useState<string>();
  const { data: me } = useMe();
  const edited = members.find(({ id }) => id === editedId);
  return (
    <section aria-label="Members">
      <ResponsiveTable caption="Members of the team, by address" columns={columns}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isOwn={member.id === me?.user?.id}
            onEdit={() => setEditedId(member.id)}
          />
        ))}
      </ResponsiveTable>
      {edited && (
        <EditMember
          key={edited.id}
          member={edited}
          isOwn={edited.id === me?.user?.id}
          onClose={() => setEditedId(undefined)}
        />
      )}
    </section>
  );
}

interface MemberRowProps {
  member: TeamMember;
  isOwn: boolean;
  onEdit: () => void;
}

function MemberRow({ member, isOwn, onEdit }: MemberRowProps) {
  const { email, role, companies, lastSignInAt, hasTwoFactor } = member;
  return (
    <TableRow>
      <TableCell className="font-medium wrap-anywhere max-lg:col-span-2">
        <EmailAddress>{email}</EmailAddress>
        {isOwn && <span className="ml-2 font-normal text-soft">(you)</span>}
      </TableCell>
      <TableCell className="max-lg:col-span-2 max-lg:mt-1">
        {roleLabels[role]}
        <span className="block max-w-[28rem] text-note text-soft empty:hidden lg:line-clamp-2">
          {describeCompanies(companies)}
        </span>
      </TableCell>
      <TableCell className="whitespace-nowrap text-soft tabular max-lg:mt-2 max-sm:col-span-2">
        <span className="lg:hidden">Last sign-in: </span>
        {lastSignInAt === null ? 'Not recorded' : <Timestamp at={lastSignInAt} />}
      </TableCell>
      <TableCell className="whitespace-nowrap max-sm:col-span-2 sm:max-lg:mt-2 sm:max-lg:text-right">
        <span className="lg:hidden">Two-factor: </span>
        <span className={hasTwoFactor ? 'text-live' : 'text-warn'}>{hasTwoFactor ? 'On' : 'Off'}</span>
      </TableCell>
      <TableCell className="max-lg:col-span-2 max-lg:mt-3 lg:text-right">
        <Button shape="secondary" size="small" aria-haspopup="dialog" onClick={onEdit}>
          Change<span className="sr-only"> the rights of {email}</span>
        </Button>
      </TableCell>
    </TableRow>
  );
}
