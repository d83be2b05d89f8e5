import type { FastifyInstance } from 'fastify';
import { aSample, type Metrics } from '../metrics/metrics.ts';

/** How often each class of status was answered: 1xx to 5xx, at the places 1 to 5. */
type Answers = [number, number, number, number, number, number];

const unknownRoute = 'unknown';

/** Counts answers by route and class of status. A live stream is counted when it ends in good order. */
export function countAnswers(app: FastifyInstance, metrics: Metrics): void {
  // By the route's own object: finding it builds no text, so that a busy route pays next to nothing.
  const byRoute = new Map<object, Answers>();
  const toUnknown: Answers = [0, 0, 0, 0, 0, 0];

  app.addHook('onResponse', (request, reply, done) => {
    const { config } = request.routeOptions;
    let answers = config.url === undefined ? toUnknown : byRoute.get(config);
    if (!answers) {
      answers = [0, 0, 0, 0, 0, 0];
      byRoute.set(config, answers);
    }
    const status = Math.trunc(reply.statusCode / 100);
    answers[status] = (answers[status] ?? 0) + 1;
    done();
  });

  metrics.add(() => {
    const counts = new Map<string, { route: string; status: string; count: number }>();
    const add = (route: string, answers: Answers) => {
      for (const [hundreds, count] of answers.entries()) {
        const status = `${hundreds}xx`;
        const line = counts.get(`${route} ${status}`) ?? { route, status, count: 0 };
        line.count += count;
        if (line.count > 0) counts.set(`${route} ${status}`, line);
      }
    };
    for (const [config, answers] of byRoute) add(toRouteName(config), answers);
    add(unknownRoute, toUnknown);
    return {
      name: 'northlight_http_answers_total',
      help: 'Answers by route and class of status.',
      kind: 'counter',
      samples: [...counts.values()].map(({ route, status, count }) => aSample(count, { route, status })),
    };
  });
}

/** Files of the built site have a route each; together they are one line. */
function toRouteName(config: { url?: unknown; method?: unknown }): string {
  const url = typeof config.url === 'string' ? config.url : unknownRoute;
  if (url.startsWith('/assets/')) return 'GET /assets/*';
  const method = typeof config.method === 'string' ? config.method : '*';
  return `${method === 'HEAD' ? 'GET' : method} ${url}`;
}
