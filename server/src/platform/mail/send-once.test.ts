import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb, type Recorded, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { newId } from '../id.ts'
import { MailError } from './mail.ts'
import { sendOnce } from './send-once.ts'

let open: OpenDb
let recorded: Recorded
let noted: number
beforeAll(async () => {
  open = await aDb()
})
beforeEach(() => {
  recorded = recordingPorts()
  noted = 0
})
afterAll(() => open.close())

const ctx = () => aCtx(open.db, { ports: recorded.ports })
const aMail = () => ({ id: `${newId()}@house.test`, to: 'rosa@house.test', subject: 'News', text: 'News', html: '<p>News</p>' })
const note = async (): Promise<void> => void noted++
/** What the mail server says to the next mail. */
const answer = (error: Error, { begun = false } = {}): void => {
  const { mail } = recorded.ports
  const { send } = mail
  mail.send = async (_ctx, _mail, begins) => {
    mail.send = send
    if (begun) await begins?.()
    throw error
  }
}

test('a job that is run again sends nothing again and notes nothing again, at the same moment as well', async () => {
  const mail = aMail()
  const both = await Promise.allSettled([sendOnce(ctx(), mail, note), sendOnce(ctx(), mail, note)])
  expect(both.map(({ status }) => status)).toContain('fulfilled')
  await sendOnce(ctx(), mail, note)
  expect([recorded.mails.length, noted]).toEqual([1, 1])
  await sendOnce(ctx(), aMail(), note)
  expect([recorded.mails.length, noted]).toEqual([2, 2])
})

test('in the local mailbox as well', async () => {
  Object.assign(recorded.ports.mail, { local: true })
  const mail = aMail()
  for (let time = 0; time < 3; time++) await sendOnce(ctx(), mail, note)
  expect([recorded.mails.length, noted]).toEqual([1, 1])
})

test('of a process that died after the mail server took the mail the next one only writes the note', async () => {
  const mail = aMail()
  const dies = () => Promise.reject(new Error('killed'))
  await expect(sendOnce(ctx(), mail, dies)).rejects.toThrow('killed')
  await sendOnce(ctx(), mail, note)
  expect([recorded.mails.length, noted]).toEqual([1, 1])
})

test('what the mail server did not take is tried again, and given up where it never will be', async () => {
  const mail = aMail()
  answer(new MailError('busy', false))
  await expect(sendOnce(ctx(), mail, note)).rejects.toThrow('busy')
  expect(await sendOnce(ctx(), mail, note)).toBe(true)
  answer(new MailError('nobody here', true))
  expect(await sendOnce(ctx(), aMail(), note)).toBe(false)
  expect([recorded.mails.length, noted]).toEqual([1, 1])
})

test('of a process that died before the mail server waited for the text the next one sends it', async () => {
  const mail = aMail()
  for (let time = 0; time < 3; time++) {
    answer(new Error('killed'))
    await expect(sendOnce(ctx(), mail, note)).rejects.toThrow('killed')
  }
  await sendOnce(ctx(), mail, note)
  expect([recorded.mails.length, noted]).toEqual([1, 1])
})

test('what may have gone goes once more and not again', async () => {
  const mail = aMail()
  answer(new MailError('no answer', false, false), { begun: true })
  await expect(sendOnce(ctx(), mail, note)).rejects.toThrow('no answer')
  // Said by the server, so this time does not count.
  answer(new MailError('busy', false), { begun: true })
  await expect(sendOnce(ctx(), mail, note)).rejects.toThrow('busy')
  answer(new Error('killed'), { begun: true })
  await expect(sendOnce(ctx(), mail, note)).rejects.toThrow('killed')
  await sendOnce(ctx(), mail, note)
  await sendOnce(ctx(), mail, note)
  expect([recorded.mails.length, noted]).toEqual([0, 1])
})
