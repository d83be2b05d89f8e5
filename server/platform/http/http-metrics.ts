import type { FastifyInstance } from 'fastify';
import { type Metrics, toSample } from '../metrics/metrics.ts';

/** The number of responses by status class: 1xx to 5xx at the indexes 1 to 5. */
type ResponseCounts = [number, number, number, number, number, number];

const unknownRoute = 'unknown';

/** Counts responses by route and status class. A live stream is counted when it ends normally. */
export function countResponses(app: FastifyInstance, metrics: Metrics): void {
  // Keyed by the route's config object, because building a string for each response would slow down busy routes.
  const byRoute = new Map<object, ResponseCounts>();
  const ofUnknownRoutes: ResponseCounts = [0, 0, 0, 0, 0, 0];

  app.addHook('onResponse', (request, reply, done) => {
    const { config } = request.routeOptions;
    let counts = config.url === undefined ? ofUnknownRoutes : byRoute.get(config);
    if (!counts) {
      counts = [0, 0, 0, 0, 0, 0];
      byRoute.set(config, counts);
    }
    const statusClass = Math.trunc(reply.statusCode / 100);
    counts[statusClass] = (counts[statusClass] ?? 0) + 1;
    done();
  });

  metrics.addFamily(() => {
    const totals = new Map<string, { route: string; status: string; count: number }>();
    const add = (route: string, counts: ResponseCounts) => {
      for (const [statusClass, count] of counts.entries()) {
        const status = `${statusClass}xx`;
        const total = totals.get(`${route} ${status}`) ?? { route, status, count: 0 };
        total.count += count;
        if (total.count > 0) totals.set(`${route} ${status}`, total);
      }
    };
    for (const [config, counts] of byRoute) add(toRouteName(config), counts);
    add(unknownRoute, ofUnknownRoutes);
    return {
      name: 'northlight_http_answers_total',
      help: 'Responses by route and status class.',
      kind: 'counter',
      samples: [...totals.values()].map(({ route, status, count }) => toSample(count, { route, status })),
    };
  });
}

/** Each file of the built site has its own route. They are counted together. */
function toRouteName(config: { url?: unknown; method?: unknown }): string {
  const url = typeof config.url === 'string' ? config.url : unknownRoute;
  if (url.startsWith('/assets/')) return 'GET /assets/*';
  const method = typeof config.method === 'string' ? config.method : '*';
  return `${method === 'HEAD' ? 'GET' : method} ${url}`;
}
