import { z } from 'zod';
import { fieldMax } from './constants.ts';

// Of RFC 5322's addr-spec what people have: no quoted local part, no comments, no address in brackets, no route.
const localPart = /^(?=.{1,64}$)[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

function isAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  return (
    more.length === 0 &&
    localPart.test(local) &&
    labels.length > 1 &&
    domain.length <= 253 &&
    labels.every((part) => label.test(part)) &&
    // An address of four numbers is no domain.
    /^\p{L}/u.test(labels.at(-1) ?? '')
  );
}

/** One address that can stand in a mail's header and in nothing else's. */
export const mailAddress = z
  .string()
  .trim()
  .max(fieldMax.email)
  .refine(isAddress, 'Please enter a valid email address');
