import type { Log } from './log.ts';

/**
 * What nothing has caught ends the process, as Node would end it; but Node would print the error with all that hangs on
 * it, and on a failed statement hang its values.
 */
export function sayLastWords(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.error('a fault that nothing caught ends this process', { error });
    process.exit(1);
  });
}
