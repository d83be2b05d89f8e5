import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { pages, toRouteId } from '../contract/public/pages.ts';

export default [
  ...pages
    .filter(({ render }) => render === 'static' || render === 'app')
    .map((page) => {
      const id = toRouteId(page);
      return page.path === '/' ? index(page.file, { id }) : route(page.path.slice(1), page.file, { id });
    }),
  route('*', 'marketing/not-found/not-found-screen.tsx', { id: 'not-found' }),
] satisfies RouteConfig;
