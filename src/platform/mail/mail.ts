export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** An address that stops mails of this kind with one POST (RFC 8058): mail programs show a button for it. */
  unsubscribeUrl?: string;
}

/** Hands a mail to the SMTP server. Called from jobs, never inside a transaction. */
export interface Mailer {
  /**
   * Once for each Message-ID, however often it is called. Throws when the server did not take it, and while another run
   * is handing the same mail over.
   */
  send(mail: Mail, messageId: string): Promise<void>;
  close(): Promise<void>;
}
