import { Readable } from 'node:stream'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { newId } from '../id.ts'
import type { Logger } from '../log.ts'
import { oneAddress, oneLine } from './address.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  from?: string
  replyTo?: string
  /** Where it goes back to when it cannot be delivered (the envelope's sender); its writer, unless named. */
  returnTo?: string
  /** Of a mail that comes again and again: where its reader ends that, with one request (RFC 8058). */
  stopUrl?: string
  /** Whose it is; the mailbox of this machine keeps it, a mail server does not hear of it. */
  companyId?: string | null
  /** An invitation to a calendar, or what follows one; a mail server's reader sees it, the mailbox of this machine does not keep it. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
  /** What a mailbox knows it by, should it come twice. */
  id?: string
}
export type Mailer = {
  /** True = outbox: the mail is a row of the caller's transaction. */
  readonly local?: boolean
  /**
   * Resolves when the mail server accepted the mail, or when it is stored in the local mailbox (in the caller's transaction). `begins` runs when the
   * server waits for the text, before a word of it leaves; when it fails, nothing does.
   */
  send(ctx: { db: Db; clock: Clock }, mail: Mail, begins?: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** The mail server's answer without the address: this error ends in logs. */
export class MailError extends Error {
  override name = 'MailError'
  /** True for a permanent failure (5xx): a retry cannot help. */
  readonly permanent: boolean
  /** The mail server said so: the mail is not there. Without an answer it may be. */
  readonly answered: boolean
  constructor(message: string, permanent: boolean, answered = true) {
    super(message)
    this.permanent = permanent
    this.answered = answered
  }
}

/** Mails go to SMTP_URL; without one they stay in the local mailbox, readable in the portal by administrators. */
export const makeMailer = (config: Config, log: Logger): Mailer =>
  config.smtpUrl && config.outgoing === 'open' ? smtpMailer(config, config.smtpUrl, log) : localMailer(config)

const localMailer = (config: Config): Mailer => ({
  local: true,
  send: async (ctx, mail) => {
    const sender = oneAddress(mail.from ?? config.mailFrom)
    await ctx.db
      .insertInto('mails')
      .values({
        id: newId(),
        companyId: mail.companyId ?? null,
        replyTo: mail.replyTo === undefined ? null : oneAddress(mail.replyTo).address,
        sender: sender.name ? `${sender.name} <${sender.address}>` : sender.address,
        recipient: oneAddress(mail.to).address,
        subject: oneLine(mail.subject),
        text: mail.text,
        html: mail.html,
        sentAt: ctx.clock().toString(),
      })
      .execute()
  },
  close: async () => undefined,
})

const hostOf = (address: string): string => oneAddress(address).address.split('@')[1]!

/** Read only once the mail server waits for it. */
const textAfter = (text: Readable, begins: () => Promise<void>): Readable => {
  const read = async function* (): AsyncGenerator<Buffer> {
    await begins()
    yield* text as AsyncIterable<Buffer>
  }
  return Readable.from(read(), { objectMode: false })
}

const smtpMailer = (config: Config, url: string, log: Logger): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    maxMessages: 200,
    // The library's timeouts are up to ten minutes; a job that hangs that long holds back all mails behind it.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // Some servers look into a mail before they take it.
    socketTimeout: 120_000,
    dnsTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport.use('stream', ({ data, message }, done) => {
    const { begins } = data as { begins?: () => Promise<void> }
    if (begins) message.processFunc((text: Readable) => textAfter(text, begins))
    done()
  })
  transport.on('error', (error) => log.warn({ code: (error as NodemailerError).code }, 'mail server connection'))
  return {
    send: async (ctx, mail, begins) => {
      try {
        const message = {
          begins,
          from: oneAddress(mail.from ?? config.mailFrom),
          to: oneAddress(mail.to),
          ...(mail.replyTo === undefined ? {} : { replyTo: oneAddress(mail.replyTo) }),
          ...(mail.returnTo === undefined ? {} : { envelope: { from: mail.returnTo, to: oneAddress(mail.to).address } }),
          subject: oneLine(mail.subject),
          text: mail.text,
          html: mail.html,
          ...(mail.calendar === undefined ? {} : { icalEvent: { ...mail.calendar, filename: 'booking.ics' } }),
          date: new Date(ctx.clock().epochMilliseconds),
          ...(mail.id === undefined ? {} : { messageId: `<${mail.id.includes('@') ? mail.id : `${mail.id}@${hostOf(config.mailFrom)}`}>` }),
          headers: {
            // Suppresses auto-replies (absence notes).
            'Auto-Submitted': 'auto-generated',
            ...(mail.stopUrl === undefined
              ? {}
              : { 'List-Unsubscribe': `<${mail.stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
        }
        await transport.sendMail(message)
      } catch (error) {
        throw asMailError(error)
      }
    },
    close: async () => transport.close(),
  }
}

const asMailError = (error: unknown): Error => {
  const { code, responseCode, command } = error as NodemailerError & { responseCode?: number; command?: string }
  if (!code) return error as Error
  const codes = [code, command, responseCode].filter((part) => part !== undefined).join(' ')
  return new MailError(`the mail was not taken: ${codes}`, code !== 'EAUTH' && (responseCode ?? 0) >= 500, responseCode !== undefined)
}
