import type { WaitMove } from '@tablewire/contracts/booking/waitlist.rules'
import { isWalkInName } from '../reservation-flags.ts'
import type { Say } from '../use-t.ts'
import type { Act } from './acts/act.ts'
import { moveOf } from './acts/rows-with.ts'
import type { usePhaseT } from '../phases/use-phase-t.ts'

const waitWords: Partial<Record<WaitMove, 'offline.act.leave' | 'offline.act.back' | 'offline.act.no-answer'>> = {
  leave: 'offline.act.leave',
  back: 'offline.act.back',
  'no-answer': 'offline.act.no-answer',
}
const wordsMost = 80

const lateWords = (t: ReturnType<typeof usePhaseT>, name: string, minutes: unknown): string =>
  typeof minutes === 'number' ? t('delay.done', { name, count: minutes }) : t('delay.onTime', { name })

type Words = { t: ReturnType<typeof usePhaseT>; name: string; words: string; body: Act['body'] }
const wordsOf: Partial<Record<Act['call'], (said: Words) => string>> = {
  'reservations.create': ({ t, body }) => t('offline.act.create', { count: Number(body['partySize']) }),
  'reservations.late': ({ t, name, body }) => lateWords(t, name, body['lateMinutes']),
  'tables.assign': ({ t, name, words }) => (words ? t('offline.act.assign', { name, words }) : t('offline.act.unassign', { name })),
  'shiftNotes.save': ({ t, words }) => t('offline.act.note', { words }),
  'waitlist.add': ({ t, name }) => t('offline.act.waits', { name }),
  'waitlist.move': ({ t, name, body }) => t(waitWords[body['move'] as WaitMove] ?? 'offline.act.leave', { name }),
}

/** What somebody wants done, which the server has not done: the step, not its outcome. */
export const actWords = (t: ReturnType<typeof usePhaseT>, list: Say, { call, name: told, words: all = '', body, row }: Act): string => {
  const name = row?.source === 'walk_in' && isWalkInName(told) ? list('walkIn') : told || list('guest.unknown')
  const words = all.length > wordsMost ? `${all.slice(0, wordsMost)}…` : all
  const move = moveOf[call]
  if (move) return t('offline.act.move', { name, step: list(`move.${move}`) })
  return wordsOf[call]?.({ t, name, words, body }) ?? t('offline.act.update', { name, words })
}
