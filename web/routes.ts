import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { pages } from '../contract/pages.ts';

export default [
  ...pages.map((page) => (page.path === '/' ? index(page.file) : route(page.path.slice(1), page.file))),
  route('*', 'marketing/not-found/not-found-screen.tsx'),
] satisfies RouteConfig;
