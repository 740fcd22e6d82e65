/** What every page of a sandbox says that strangers can reach. */
export const openSandboxWords =
  'This is a sandbox for trying things out: no real money moves, and whoever runs it can read all mail.';
