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

/** What was done, as people say it. */
export const actWords = (t: ReturnType<typeof usePhaseT>, list: Say, { call, name: told, words = '', body, row }: Act): string => {
  const name = row?.source === 'walk_in' && isWalkInName(told) ? list('walkIn') : told || list('guest.unknown')
  const short = words.length > wordsMost ? `${words.slice(0, wordsMost)}…` : words
  const move = moveOf[call]
  if (move) return list(`done.${move}`, { name })
  if (call === 'reservations.create') return t('offline.act.create', { count: Number(body['partySize']) })
  if (call === 'tables.assign') return words ? t('offline.act.assign', { name, words }) : t('offline.act.unassign', { name })
  if (call === 'shiftNotes.save') return t('offline.act.note', { words: short })
  if (call === 'waitlist.add') return t('offline.act.waits', { name })
  if (call === 'waitlist.move') return t(waitWords[body['move'] as WaitMove] ?? 'offline.act.leave', { name })
  return t('offline.act.update', { name, words: short })
}
