import { maskedEmail, otherValue } from '../../../../contract/constants.ts';
import { noneValue, unknownValue } from '../../../../contract/stats/model/dimensions.ts';
import type { HelpGroup } from '../help-entry.ts';

export const values: HelpGroup = {
  id: 'values',
  title: 'Values with a special meaning',
  lead: 'Four words that can appear in any list.',
  entries: [
    {
      id: 'none',
      term: noneValue,
      summary: 'There was nothing to record.',
      details: [
        'An address without a campaign has (none) as its campaign. That is normal, and often the largest row.',
      ],
    },
    {
      id: 'unknown',
      term: unknownValue,
      summary: 'There was something, but it is not known.',
      details: [
        'The country of an address that no database lists, or anything that was not recorded yet when the event was stored.',
      ],
    },
    {
      id: 'other',
      term: otherValue,
      summary: 'More different values than one day may have.',
      details: [
        'Bots sometimes invent thousands of addresses. Beyond a daily limit further new values are stored under this one, so that the real ones stay readable. The events themselves all count.',
      ],
    },
    {
      id: 'email',
      term: maskedEmail,
      summary: 'An email address that was in the address of a page, in a campaign, or in an event.',
      details: [
        'Some sites put addresses of their customers there without knowing. Whatever looks like one is replaced before it is stored, so a page such as /account/ada@example.com is listed as /account/(email). Numbers of orders stay as they are.',
      ],
    },
  ],
};
