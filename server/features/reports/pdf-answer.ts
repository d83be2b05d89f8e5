import type { FastifyReply } from 'fastify';
import { fileContent } from '../../platform/http/files/file-answers.ts';

export const pdfFile = { description: 'The file', content: { 'application/pdf': fileContent } };

/** @param name Of ASCII letters alone. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  return reply.type('application/pdf').header('content-disposition', `inline; filename="${name}"`).send(pdf);
}
