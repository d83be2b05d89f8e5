/** Addresses for which every form and every endpoint must give the same verdict. For tests. */

export const validAddresses = [
  'ada@example.com',
  'a.b+tag@sub.shop-1.example',
  'ada_l@example.museum',
  "o'brien@example.com",
];

/** Valid in contact forms and purchases, not for an account. */
export const internationalAddresses = [
  'a!#$%&*/=?^_`{|}~-@example.museum',
  'jörg@example.com',
  'ada@müller.example',
  'ada@xn--mller-kva.xn--p1ai',
  'δοκιμή@παράδειγμα.δοκιμή',
  'अजय@डाटा.भारत',
];

export const invalidAddresses = [
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@localhost',
  'ada@example.com,bob@example.com',
  'ada@example.com;bob@example.com',
  'ada@example.com bob@example.com',
  'ada@example.com\r\nBcc: bob@example.com',
  'ada@example.com\nBcc:bob@example.com',
  'ada\r@example.com',
  'ada\0@example.com',
  'ada@example.com\0.evil.test',
  '"ada"@example.com',
  '"ada\r\n"@example.com',
  'Ada <ada@example.com>',
  '<ada@example.com>',
  'ada@[127.0.0.1]',
  'ada@127.0.0.1',
  'ada(comment)@example.com',
  'ada:bob@example.com',
  'ada\\@example.com',
  '.ada@example.com',
  'ada.@example.com',
  'a..b@example.com',
  'ada@-example.com',
  'ada@example-.com',
  'ada@example..com',
  'a@b@example.com',
  'ada\u202e@example.com',
  'ada\u200b@example.com',
];

/** Spellings of ada@example.com. */
export const addressesToClean = [
  ' ada@example.com ',
  'ada@example.com,',
  'ada@example.com;',
  'ada@example.com.',
  'ada@example.com, ',
  '\tada@example.com\n',
];
