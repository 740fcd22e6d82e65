import { createServer } from 'vite';

/**
 * The market from its sources, loaded by Vite: a saved page shows at once. A changed server module needs a restart.
 * Vite loads server and pages, so that both have the same copy of each module.
 */
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const { startDevServer } = (await vite.ssrLoadModule('/dev/dev-server.ts')) as typeof import('./dev-server.ts');
const end = await startDevServer(vite);

const stop = async () => {
  await end();
  await vite.close();
  process.exit(0);
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
