export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a mail to the SMTP server. Called from jobs, never inside a transaction. Throws when the server did not take it. */
export interface Mailer {
  send(mail: Mail, messageId: string): Promise<void>;
  close(): Promise<void>;
}
