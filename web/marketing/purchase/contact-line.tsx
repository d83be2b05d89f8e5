import { toPhoneHref } from '../../../contract/site/brand.ts';
import { brand } from '../../site/brand.ts';

const link = 'whitespace-nowrap text-ink underline decoration-strong underline-offset-4 hover:text-live';

/** How to reach the agency about a purchase. */
export function ContactLine({ lead, className }: { lead: string; className?: string }) {
  const { email, phone } = brand();
  return (
    <p className={className}>
      {lead} Write to{' '}
      <a href={`mailto:${email}`} className={`${link} wrap-anywhere whitespace-normal!`}>
        {email}
      </a>{' '}
      or call{' '}
      <a href={toPhoneHref(phone)} className={link}>
        {phone}
      </a>
      .
    </p>
  );
}
