import { z } from 'zod';

/** A content type of an answer whose bytes are sent as they are. */
export const fileContent = { schema: z.unknown().meta({ type: 'string', format: 'binary' }) };

export const csvFile = { description: 'The file', content: { 'text/csv': fileContent } };

export const eventStream = {
  description: 'The stream, until one side ends it',
  content: { 'text/event-stream': { schema: z.unknown().meta({ type: 'string' }) } },
};
