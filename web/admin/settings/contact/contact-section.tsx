import { settingMax } from '../../../../contract/site/agency-settings.ts';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { TextSetting } from '../fields/text-setting.tsx';
import { SupportHoursSetting } from './support-hours.tsx';

/** Who the agency is, and how it is reached. */
export function ContactSection() {
  return (
    <>
      <SettingsGroup title="Name and promise">
        <TextSetting
          path="brand.name"
          label="Name"
          hint="On every page, in mails, and in the titles of browser tabs."
          max={settingMax.name}
        />
        <TextSetting
          path="brand.tagline"
          label="Tagline"
          hint="After the name, in titles and search results."
          max={settingMax.tagline}
        />
        <TextSetting
          path="brand.promise"
          label="Promise"
          hint="One sentence, at the end of every page."
          max={settingMax.promise}
        />
      </SettingsGroup>
      <SettingsGroup title="Company">
        <TextSetting
          path="brand.legalName"
          label="Legal name"
          hint="The company that the legal texts name."
          max={settingMax.legalName}
        />
        <TextSetting
          path="brand.jurisdiction"
          label="Law that applies"
          hint="As it reads after “The law of”."
          max={settingMax.jurisdiction}
        />
      </SettingsGroup>
      <SettingsGroup title="Contact">
        <TextSetting
          path="brand.email"
          label="Email address"
          type="email"
          inputMode="email"
          max={254}
          hint="Visitors see it. Notices to the agency are sent to it, unless the server has another setting."
        />
        <TextSetting path="brand.phone" label="Phone" type="tel" inputMode="tel" max={settingMax.phone} />
        <TextSetting path="brand.location" label="Postal address" max={settingMax.location} />
      </SettingsGroup>
      <SupportHoursSetting />
    </>
  );
}
