import { expect, test } from 'vitest'
import { replyOf } from './reply-words.ts'

test.each([
  ['1', 'comes'],
  [' 1. ', 'comes'],
  ['9', 'cancel'],
  ['„9“!', 'cancel'],
  ['19', 'other'],
  ['1 or 9?', 'other'],
  ['stop', 'stop'],
  ['ARRÊT', 'stop'],
  ['Stopp.', 'stop'],
  ['baja', 'stop'],
  ['please stop by', 'other'],
  ['START', 'start'],
  ['', 'other'],
] as const)('%j means %s', (text, meant) => expect(replyOf(text)).toBe(meant))
