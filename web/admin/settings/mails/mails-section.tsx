import { settingMax } from '../../../../contract/site/agency-settings.ts';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { TextSetting } from '../fields/text-setting.tsx';
import { useSetting } from '../model/settings-draft-context.ts';
import { usualBrand } from '../model/usual-brand.ts';

/** How mails of the agency are signed. Their address is a setting of the server. */
export function MailsSection() {
  const { value: name = usualBrand().name } = useSetting('brand.name');
  const { value: legalName = usualBrand().legalName } = useSetting('brand.legalName');
  const { value: location = usualBrand().location } = useSetting('brand.location');
  return (
    <SettingsGroup
      title="Mails"
      hint="Receipts, invitations, links and notices. The address they come from is a setting of the server (MAIL_FROM)."
    >
      <TextSetting
        path="mail.senderName"
        label="Sender name"
        placeholder={name}
        hint="What mail programs show as the sender. While it is empty: the name in MAIL_FROM, or the agency's name."
        max={settingMax.senderName}
        isOptional
      />
      <TextSetting
        path="mail.footer"
        label="Footer"
        placeholder={`${legalName}, ${location}`}
        hint="The last line of every mail. While it is empty: legal name and postal address."
        max={settingMax.mailFooter}
        isOptional
      />
    </SettingsGroup>
  );
}
