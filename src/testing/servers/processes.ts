import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

// What Linux says of processes, under /proc.

/**
 * The TCP ports that a process listens on: its sockets are among its open files, and the state of one that listens is
 * 0A.
 */
export function listeningPorts(pid: number): number[] {
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  const rows = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8').split('\n').slice(1));
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && open.includes(`socket:[${inode}]`))
    .map(([, local]) => Number.parseInt(local?.split(':').at(-1) ?? '', 16));
}

/** The children of a process whose command line holds this text. */
export function childrenOf(pid: number, command: string): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return children.filter((child) => read(`/proc/${child}/cmdline`).includes(command));
}

/** Whether a process runs: it exists, and is no zombie whose parent has not asked for its end yet. */
export function isAlive(pid: number): boolean {
  const status = read(`/proc/${pid}/status`);
  return status !== '' && !/^State:\s+Z/m.test(status);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
