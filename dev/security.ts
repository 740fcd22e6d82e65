import { join } from 'node:path';
import { faultFiles } from './register.ts';

// `npm run test:security` runs the tests that docs/faults.md names, and those of the arguments.
process.argv.push('unit', ...faultFiles(join(import.meta.dirname, '..')));
await import('./test.ts');
