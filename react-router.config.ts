import type { Config } from '@react-router/dev/config';
import { notFoundPath, staticPaths } from './contract/pages.ts';

// The flags are version 8's behaviour: moving there is deleting them.
export default {
  appDirectory: 'web',
  buildDirectory: 'build/web',
  ssr: false,
  prerender: [...staticPaths, notFoundPath],
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
