import type { ReactNode } from 'react';
import { fieldMax } from '../../../contract/constants.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { HoneypotField } from '../../ui/form/honeypot-field.tsx';
import { NeedsScript } from '../../ui/form/needs-script.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { useForm } from '../../ui/form/use-form.ts';

type FieldProps = ReturnType<ReturnType<typeof useForm<string>>['field']>;

interface MessageFieldsProps {
  field: (name: 'name' | 'email' | 'message' | 'website') => FieldProps;
  /** Fields between the sender and the message. */
  children: ReactNode;
  messageClassName: string;
}

/** The fields of a form that sends a contact message. */
export function MessageFields({ field, children, messageClassName }: MessageFieldsProps) {
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField {...field('name')} label="Name" required maxLength={fieldMax.name} autoComplete="name" />
        <EmailField {...field('email')} />
      </div>
      {children}
      <TextArea
        {...field('message')}
        label="Message"
        required
        maxLength={fieldMax.message}
        className={messageClassName}
      />
      <HoneypotField {...field('website')} />
      <NeedsScript what="This form" />
    </>
  );
}
