import fastify from 'fastify';

// The reference: a bare Fastify server that only parses the body.

const app = fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
  done(null, JSON.parse(String(body)));
});
app.post('/', async (_request, reply) => reply.status(202).send({ accepted: 1 }));

await app.listen({ port: 0, host: '127.0.0.1' });
process.on('disconnect', () => process.exit(0));
const address = app.server.address();
if (typeof address === 'object') process.send?.({ port: address?.port });
