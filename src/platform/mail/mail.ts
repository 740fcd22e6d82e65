export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stops emails of this kind with one POST (RFC 8058): mail programs show a button for it. */
  unsubscribeUrl?: string;
}

/** Hands an email to the SMTP server. Called from jobs, never inside a transaction. */
export interface Mailer {
  /**
   * Sends once for each Message-ID, however often it is called. Throws when the server did not accept the email, and
   * while another run is sending it.
   */
  send(mail: Mail, messageId: string): Promise<void>;
  close(): Promise<void>;
}
