import { readFileSync } from 'node:fs';

/**
 * Whether a process with this id runs. A zombie does not: it has ended and waits for its parent to read its exit code,
 * though a signal still reaches its id.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const state = statOf(pid)?.[0];
  return state !== 'Z' && state !== 'X';
}

/**
 * When a process started, as `BOOT-ID:TICKS`: unique for a process id. The boot id is included since ticks are counted
 * from the start of the machine. Null without /proc.
 */
export function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const ticks = statOf(pid)?.[19];
    return ticks ? `${boot}:${ticks}` : null;
  } catch {
    return null;
  }
}

/** The fields of /proc/PID/stat from the state on. The program's name before them may contain spaces and brackets. */
function statOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null;
  } catch {
    return null;
  }
}
