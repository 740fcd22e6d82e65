import type { Log } from './log.ts';

/**
 * Ends the process at an uncaught error, as Node would, but logs the error without its properties: those of a failed
 * statement include its values.
 */
export function logUncaughtErrors(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.error('a fault that nothing caught ends this process', { error });
    process.exit(1);
  });
}
