import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

// Reads the state of processes from Linux's /proc.

/** The TCP ports on which a process listens: sockets among its open files with the state 0A. */
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

/** The children of a process whose command line contains this text. */
export function childrenOf(pid: number, command: string): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return children.filter((child) => read(`/proc/${child}/cmdline`).includes(command));
}

/** Whether a process runs: it exists, and is no zombie that its parent has not reaped. */
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
