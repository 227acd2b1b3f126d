import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Logger } from '../log.ts'
import { type DeliveryReport, reportOf } from './delivery-report.ts'
import { textOfHtml } from './text-of-html.ts'

export type ReceivedMail = {
  /** Of the envelope: to whom it is handed over. */
  to: string
  /** Who says to have written it. */
  from: string
  /** What it calls itself; the same of a mail that is delivered twice. */
  id: string | undefined
  text: string
  files: readonly { name: string; content: Buffer }[]
}
/** Said to the mail server that hands it over, which tells the sender. */
export class MailRefusal extends Error {
  override name = 'MailRefusal'
  readonly responseCode: number
  constructor(text: string, { later = false } = {}) {
    super(text)
    this.responseCode = later ? 451 : 550
  }
}

const nobody = (): MailRefusal => new MailRefusal('5.1.1 Nobody here has this address')

export type MailTaker = {
  /** Asked for every recipient, before anything of the mail is sent: what is nobody's is refused there. */
  knows(address: string): Promise<boolean>
  /** Resolves when the mail is kept for good; a `MailRefusal` says why it is not. Without it nothing that people write is taken there. */
  take?(mail: ReceivedMail): Promise<void>
  /** A mail that was sent from this address came back, or arrived. */
  returned?(address: string, report: DeliveryReport): Promise<void>
}

/** What people attach, in base64, and what surrounds it. */
const largestBytes = 40 * 1024 * 1024
const recipientsMax = 5

/** Absence notes, bounces, lists: nobody wrote these (RFC 3834). */
const isAutomatic = ({ headers }: Email, session: SMTPServerSession): boolean => {
  const valueOf = (key: string): string =>
    headers
      .find((header) => header.key === key)
      ?.value.trim()
      .toLowerCase() ?? ''
  const sender = session.envelope.mailFrom
  return (
    !sender ||
    sender.address === '' ||
    !['', 'no'].includes(valueOf('auto-submitted')) ||
    ['bulk', 'list', 'junk', 'auto_reply'].includes(valueOf('precedence')) ||
    valueOf('x-auto-response-suppress').includes('all') ||
    valueOf('list-id') !== '' ||
    valueOf('x-autoreply') !== ''
  )
}

/** Pictures that only stand in a signature or a quoted mail are no files that somebody attached. */
const filesOf = ({ attachments }: Email): ReceivedMail['files'] =>
  attachments
    .filter(({ related, disposition }) => !related && disposition !== 'inline')
    .map(({ filename, content }) => ({
      name: filename ?? 'file',
      content: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
    }))

type Taking = { takers: readonly MailTaker[]; log: Logger }

const takerOf = async (takers: readonly MailTaker[], address: string): Promise<MailTaker | undefined> => {
  for (const taker of takers) if (await taker.knows(address)) return taker
  return undefined
}

const takeOne = async (raw: Buffer, session: SMTPServerSession, { takers, log }: Taking): Promise<void> => {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 40 })
  const report = reportOf(mail)
  if (report) {
    for (const { address } of session.envelope.rcptTo) await (await takerOf(takers, address))?.returned?.(address, report)
    return
  }
  if (isAutomatic(mail, session)) return log.info('an automatic mail is taken and left')
  const from = mail.from && 'address' in mail.from ? (mail.from.address ?? '') : ''
  const rest = { from, id: mail.messageId, text: mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? ''), files: filesOf(mail) }
  for (const { address } of session.envelope.rcptTo) {
    const taker = await takerOf(takers, address)
    if (!taker?.take) throw nobody()
    await taker.take({ to: address, ...rest })
  }
}

/**
 * Takes mails by SMTP from the own mail server, which has looked at where they come from. What is not for anybody here is refused at once, so that
 * nothing has to be sent back; "taken" is said only when the mail is kept.
 */
export const startMailReceiver = async (address: string, { takers, log }: Taking): Promise<{ port: number; stop: () => Promise<void> }> => {
  const { hostname, port } = new URL(address)
  const answered = (error: unknown): Error => {
    if (error instanceof MailRefusal) return error
    log.warn({ err: error }, 'mail not taken')
    return new MailRefusal('4.3.0 Try again later', { later: true })
  }
  const settle = async (work: Promise<unknown>, done: (error: Error | null) => void): Promise<void> => {
    let refused: Error | null = null
    try {
      await work
    } catch (error) {
      refused = answered(error)
    }
    done(refused)
  }
  const requireKnown = async (recipient: string): Promise<void> => {
    if (!(await takerOf(takers, recipient))) throw nobody()
  }
  const takeAll = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const raw = await buffer(stream)
    if (stream.sizeExceeded) throw new MailRefusal(`5.3.4 The mail is larger than ${largestBytes / 1024 / 1024} MB`)
    await takeOne(raw, session, { takers, log })
  }
  const server = new SMTPServer({
    // TLS and signing in are the mail server's in front.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: largestBytes,
    maxClients: 50,
    socketTimeout: 30_000,
    closeTimeout: 3000,
    logger: false,
    onRcptTo: ({ address: recipient }, session, done) => {
      if (session.envelope.rcptTo.length >= recipientsMax) return done(Object.assign(new Error('4.5.3 Too many'), { responseCode: 452 }))
      void settle(requireKnown(recipient), done)
    },
    onData: (stream, session, done) => void settle(takeAll(stream, session), done),
  })
  server.on('error', (error: Error) => log.warn({ err: error }, 'receiving mail'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(Number(port), hostname, () => resolve())
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
