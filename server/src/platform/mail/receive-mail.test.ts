import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { MailRefusal, type ReceivedMail, startMailReceiver } from './receive-mail.ts'

const taken: ReceivedMail[] = []
let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  taken.length = 0
})

const start = async (take: (mail: ReceivedMail) => Promise<void> = async (mail) => void taken.push(mail)) => {
  const knows = async (address: string): Promise<boolean> => address.startsWith('r-')
  const receiver = await startMailReceiver('smtp://127.0.0.1:0', { takers: [{ knows, take }], log: pino({ level: 'silent' }) })
  stop = receiver.stop
  return createTransport({ host: '127.0.0.1', port: receiver.port, secure: false })
}
const mail = { from: 'Ada <ada@example.test>', to: 'r-1@reply.test', subject: 'Re: x' }

test('a mail is handed on with its text, files and what it calls itself', async () => {
  const transport = await start()
  await transport.sendMail({
    ...mail,
    messageId: '<one@example.test>',
    html: '<p>Bis <b>Montag</b> ☕</p>',
    attachments: [
      { filename: 'Plan ä.csv', content: 'a;b' },
      { filename: 'logo.png', content: 'x', cid: 'logo', contentDisposition: 'inline' },
    ],
  })
  expect(taken).toHaveLength(1)
  expect(taken[0]).toMatchObject({ to: 'r-1@reply.test', from: 'ada@example.test', id: '<one@example.test>' })
  expect(taken[0]!.text.trim()).toBe('Bis Montag ☕')
  expect(taken[0]!.files.map(({ name, content }) => [name, content.toString()])).toEqual([['Plan ä.csv', 'a;b']])
})

test('nobody’s address is refused before the mail, a refusal after it; a failure is to be tried again', async () => {
  const transport = await start()
  await expect(transport.sendMail({ ...mail, to: 'info@reply.test', text: 'x' })).rejects.toMatchObject({ responseCode: 550 })
  await stop?.()
  const polite = await start(() => Promise.reject(new MailRefusal('5.7.1 Please answer from the address we wrote to')))
  await expect(polite.sendMail({ ...mail, text: 'x' })).rejects.toMatchObject({
    responseCode: 550,
    response: expect.stringContaining('Please'),
  })
  await stop?.()
  const broken = await start(() => Promise.reject(new Error('database away')))
  await expect(broken.sendMail({ ...mail, text: 'x' })).rejects.toMatchObject({ responseCode: 451 })
})

test('absence notes, bounces and lists are taken and left, so that machines do not answer one another', async () => {
  const transport = await start()
  for (const headers of [{ 'Auto-Submitted': 'auto-replied' }, { Precedence: 'bulk' }, { 'List-Id': '<x.test>' }])
    await transport.sendMail({ ...mail, text: 'I am away', headers })
  await transport.sendMail({ ...mail, text: 'bounced', envelope: { from: '', to: mail.to } })
  expect(taken).toEqual([])
  await transport.sendMail({ ...mail, text: 'Me', headers: { 'Auto-Submitted': 'no' } })
  expect(taken).toHaveLength(1)
})
