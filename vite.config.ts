import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { wholeFrame } from './dev/chunks.ts';
import { icons } from './dev/icons.ts';
import { serverBuild } from './dev/server-build.ts';

export default defineConfig({
  plugins: [icons(), tailwindcss(), reactRouter(), wholeFrame(), serverBuild()],
  ssr: { noExternal: ['lucide-react'] },
  build: { target: 'es2022', sourcemap: false, rolldownOptions: { checks: { bundlerTimings: false } } },
});
