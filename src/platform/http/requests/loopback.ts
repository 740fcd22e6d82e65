/** Whether a host name, as `URL` has it, is of this machine itself. */
export function isLoopback(hostname: string): boolean {
  // Written out, since `127.` may also begin somebody's name.
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** The same for an address, as a socket has it. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || isLoopback(address.replace(/^::ffff:/i, ''));
}
