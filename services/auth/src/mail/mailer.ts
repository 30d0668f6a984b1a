import { CONFIG, type Config } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Transporter } from 'nodemailer';

export interface Mail {
  /** Becomes the Message-ID, so that a mail server can recognise a repeated mail. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What nodemailer adds to its errors. */
interface SmtpFailure {
  /** E.g. `EAUTH` or `ECONNREFUSED`. */
  readonly code?: string;
  /** The reply of the server, when there was one. */
  readonly responseCode?: number;
}

// A mail server that does not answer must not occupy a worker for longer than the lock of its job.
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

@Injectable()
export class Mailer implements OnModuleDestroy {
  private transport: Promise<Transporter> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** False without SMTP_URL: no mail is sent. */
  get isConfigured(): boolean {
    return this.config.SMTP_URL !== undefined;
  }

  /** Hands one mail to the server of SMTP_URL; does nothing for a user without an address. Throws BAD_INPUT when the server refuses it permanently, UNAVAILABLE when a retry may help. */
  async send({ id, to, subject, text }: Mail): Promise<void> {
    if (to === '') return;
    const { hostname } = new URL(this.config.PUBLIC_URL);
    const from = this.config.MAIL_FROM ?? `Kith <no-reply@${hostname}>`;
    const transport = await this.open();
    try {
      await transport.sendMail({ from, to, subject, text, messageId: `<${id}@${hostname}>` });
    } catch (error) {
      const { code = 'no code', responseCode = 0 } = error as SmtpFailure;
      // Only codes go into the error, which is logged: the text of the reply may contain the recipient's address.
      const codes = `${code} ${responseCode || ''}`.trim();
      // SMTP replies from 500 are permanent (RFC 5321, 4.2.1).
      if (responseCode >= 500) throw new AppError('BAD_INPUT', `The mail server refused the mail: ${codes}`);
      throw new AppError('UNAVAILABLE', `The mail server did not accept the mail: ${codes}`);
    }
  }

  async onModuleDestroy(): Promise<void> {
    (await this.transport)?.close();
  }

  // Loaded with the first mail, because most installations send none.
  private open(): Promise<Transporter> {
    this.transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url: withPort(this.config.SMTP_URL), proxy: this.config.HTTPS_PROXY, ...TIMEOUTS }),
    );
    return this.transport;
  }
}

/** The URL with the usual port when it has none: nodemailer adds that only to connections without a proxy. */
function withPort(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? '');
  if (!url) return address;
  if (url.port === '') url.port = url.protocol === 'smtps:' ? '465' : '587';
  return url.href;
}
