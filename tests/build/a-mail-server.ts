import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** `answer` decides about each mail after its text has come, by a code of SMTP. */
export type MailServer = {
  url: string
  /** `from`: the envelope's, to which it would go back. */
  taken: { from: string; to: string; raw: string }[]
  answer: (to: string) => Promise<number>
  close: () => Promise<void>
}

/** A real mail server without accounts. */
export const aMailServer = async (): Promise<MailServer> => {
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]!.address
        const raw = Buffer.concat(parts).toString()
        void (async () => {
          const code = await server.answer(to)
          if (code >= 400) return done(Object.assign(new Error('not now'), { responseCode: code }))
          server.taken.push({ from: (session.envelope.mailFrom || { address: '' }).address, to, raw })
          done()
        })()
      })
    },
  })
  // Whoever was killed in the middle of a mail leaves a torn connection behind.
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
  const server: MailServer = {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    taken: [],
    answer: async () => 250,
    close: () => new Promise((resolve) => void smtp.close(() => resolve())),
  }
  return server
}
