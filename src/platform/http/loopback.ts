/** Whether a host name, as `URL` has it, is of this machine itself. */
export function isLoopback(hostname: string): boolean {
  // Written out, since `127.` may also begin somebody's name.
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
