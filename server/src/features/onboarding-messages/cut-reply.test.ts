import { expect, test } from 'vitest'
import { cutReply } from './cut-reply.ts'
import { aboveLines } from './message-phrases.ts'

const ours = aboveLines[0]!

test.each([
  ['Gmail', `Yes, on Monday.\n\nOn Thu, 26 Nov 2026 at 10:00, Olga <r-1@reply.test> wrote:\n\n> ${ours}\n>\n> Shall we?`],
  [
    'Outlook',
    `Yes, on Monday.\n\n________________________________\nFrom: Olga <no-reply@tablewire.test>\nSent: Thursday\nTo: Ada\nSubject: x\n\n${ours}\n\nShall we?`,
  ],
  ['German', `Yes, on Monday.\n\nAm 26.11.2026 um 10:00 schrieb Olga <r-1@reply.test>:\n> ${aboveLines[3]!}\n> Shall we?`],
  ['a signature', `Yes, on Monday.\n\n-- \nAda Example\nOsteria Blu\n+39 02 1234567`],
  ['our line alone, other dashes, broken', `Yes, on Monday.\n\n> — Write your answer\n> above this line —\n> Shall we?`],
  ['Windows line ends', `Yes, on Monday.\r\n\r\nLe jeu. 26 nov. 2026 à 10:00, Olga <a@b.test> a écrit :\r\n> Bonjour`],
])('what %s adds below an answer is cut', (_name, text) => {
  expect(cutReply(text)).toBe('Yes, on Monday.')
})

test('paragraphs, lists and HTML stay as they were written', () => {
  expect(cutReply('Two things:\n\n1. <b>keys</b>\n2. hours\n\nThanks\n')).toBe('Two things:\n\n1. <b>keys</b>\n2. hours\n\nThanks')
  expect(cutReply('On Monday we open at six.\nOn Tuesday we are closed.')).toBe('On Monday we open at six.\nOn Tuesday we are closed.')
})
