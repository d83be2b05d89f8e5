import { randomUUID } from 'node:crypto';
import { apiPaths } from '../../contract/paths.ts';

/** The path and a valid body of each message form. */
export const messageForms = {
  home: {
    path: apiPaths.sendContactEmail,
    body: () => ({
      name: 'Ann Example',
      email: `ann-${randomUUID()}@example.com`,
      company: 'Example Ltd',
      message: 'Hello there,\nwe would like to talk.',
      website: '',
      openSeconds: 30,
    }),
  },
  contact: {
    path: apiPaths.contactMessage,
    body: () => ({
      name: 'Bob Example',
      email: `bob-${randomUUID()}@example.com`,
      subject: 'A question',
      message: 'Could one compute this?',
      website: '',
      openSeconds: 30,
    }),
  },
  demo: {
    path: apiPaths.bookDemo,
    body: () => ({
      name: 'Cem Example',
      email: `cem-${randomUUID()}@example.com`,
      company: 'Engine Works',
      phone: '+1 555 0100',
      interest: 'AI Chatbots',
      website: '',
      openSeconds: 30,
    }),
  },
} as const;
