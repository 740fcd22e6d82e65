import { join } from 'node:path';
import { faultFiles } from './register.ts';

// The tests of docs/faults.md, by the command that runs every other: what else somebody names is run beside them.
process.argv.push('unit', ...faultFiles(join(import.meta.dirname, '..')));
await import('./test.ts');
