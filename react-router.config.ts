import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // All pages are known at build time and the manifest is small: no extra request while a person moves about.
  routeDiscovery: { mode: 'initial' },
  // What a form does when the network is gone must not have to be fetched then.
  splitRouteModules: false,
} satisfies Config;
