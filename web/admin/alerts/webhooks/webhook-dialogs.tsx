import { useRef, useState } from 'react';
import type { AlertKind } from '../../../../contract/alerts/alert-kinds.ts';
import {
  type NewWebhook,
  type Webhook,
  type WebhookWithSecret,
  webhookLimits,
} from '../../../../contract/alerts/webhooks.ts';
import { parseUrl } from '../../../../contract/rules/network/parse-url.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { useInitialFocus } from '../../../signed-in/use-initial-focus.ts';
import { errorField, errorMessage, showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import type { Rule } from '../../../ui/form/rules.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import type { AlertOwner } from '../../api/alerts.ts';
import { useAddWebhook, useChangeWebhook } from '../../api/webhooks.ts';
import { focusKinds, KindFields } from '../kind-fields.tsx';
import { listKindsOf } from '../kinds-in-words.ts';
import { toName } from './webhook-words.ts';

interface NewWebhookDialogProps {
  owner: AlertOwner;
  onCreated: (created: WebhookWithSecret) => void;
  onClose: () => void;
}

export function NewWebhookDialog({ owner, onCreated, onClose }: NewWebhookDialogProps) {
  const add = useAddWebhook(owner);
  return (
    <Modal title="Add a webhook" isSheet onClose={onClose}>
      <WebhookForm
        owner={owner}
        webhook={undefined}
        label="Add webhook"
        save={async (entered) => {
          const created = await add.mutateAsync(entered);
          onClose();
          onCreated(created);
        }}
        onCancel={onClose}
      />
    </Modal>
  );
}

interface ChangeWebhookDialogProps {
  owner: AlertOwner;
  webhook: Webhook;
  onClose: () => void;
}

export function ChangeWebhookDialog({ owner, webhook, onClose }: ChangeWebhookDialogProps) {
  const change = useChangeWebhook(owner, webhook.id);
  return (
    <Modal title={`Change ${toName(webhook)}`} isSheet onClose={onClose}>
      <WebhookForm
        owner={owner}
        webhook={webhook}
        label="Save"
        save={async (entered) => {
          const changed = await change.mutateAsync(entered);
          toast.success(`${toName(changed)} saved`);
          onClose();
        }}
        onCancel={onClose}
      />
    </Modal>
  );
}

interface WebhookFormProps {
  owner: AlertOwner;
  webhook: Webhook | undefined;
  label: string;
  save: (entered: NewWebhook) => Promise<unknown>;
  onCancel: () => void;
}

const addressRule: Rule = (text) =>
  /^https?:\/\//i.test(text) && parseUrl(text) !== undefined
    ? undefined
    : 'Please enter an address such as https://example.com/hook';

function WebhookForm({ owner, webhook, label, save, onCancel }: WebhookFormProps) {
  const all = listKindsOf(owner);
  const [kinds, setKinds] = useState<readonly AlertKind[]>(webhook?.kinds ?? all);
  const [kindsError, setKindsError] = useState<string>();
  const allKinds = useRef<HTMLInputElement>(null);
  const ref = useInitialFocus(webhook === undefined);
  const { props, field, isBusy } = useForm({
    fields: { url: webhook?.url ?? '', description: webhook?.description ?? '' },
    rules: { url: addressRule },
    submit: async (entered) => {
      setKindsError(kinds.length === 0 ? 'Choose at least one kind.' : undefined);
      if (kinds.length === 0) return focusKinds(allKinds);
      await save({ ...entered, kinds: [...kinds] });
    },
    onError: (error) => {
      const [name] = String(errorField(error)).split('.');
      if (name === 'kinds') setKindsError(errorMessage(error));
      else showError(error);
    },
  });
  return (
    <form {...props} ref={ref} className="mt-4 grid gap-7">
      <div className="grid gap-5">
        <TextField
          {...field('url')}
          label="Address"
          hint="Messages are posted to it as JSON. It must be reachable from the internet, by https."
          type="url"
          inputMode="url"
          maxLength={webhookLimits.urlLength}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono text-[0.9375rem]"
        />
        <TextField
          {...field('description')}
          label="Description (optional)"
          hint="Such as “Chat of the shop team”."
          maxLength={webhookLimits.descriptionLength}
          autoComplete="off"
        />
      </div>
      <KindFields
        allRef={allKinds}
        legend="Alerts to send"
        kinds={all}
        chosen={kinds}
        error={kindsError}
        onChange={(next) => {
          setKinds(next);
          setKindsError(undefined);
        }}
      />
      <FormButtons label={label} busyLabel="Saving..." isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}
