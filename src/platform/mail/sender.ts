import readAddresses from 'nodemailer/lib/addressparser';

/** Whether this is one mailbox as the mailer parses it: `cards@example.com` or `Cards <cards@example.com>`. */
export function isOneMailbox(text: string): boolean {
  const [one, ...others] = readAddresses(text, { flatten: true });
  return (
    one !== undefined && others.length === 0 && !one.name.includes('@') && /^[^\s@<>]+@[^\s@<>]+$/.test(one.address)
  );
}
