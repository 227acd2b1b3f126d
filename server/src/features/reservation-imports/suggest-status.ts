import { statusOfWord } from '#src/features/reservations/api.ts'
import type { importedStatuses } from '@tablewire/contracts/import/import.rules'

/** Words for a status in the five languages, and what other systems call it. */
const statuses: readonly [RegExp, (typeof importedStatuses)[number]][] = [
  [/no.?show|nicht erschienen|no presentado|non.?présent|niet gekomen|nicht gekommen/, 'no_show'],
  [/cancel|annul|storn|cancelad|geannuleerd|abgesagt/, 'canceled'],
  [/reject|declin|refus|abgelehnt|rechazad|geweigerd/, 'rejected'],
  [/check.?out|complet|finish|departed|left|done|abgeschlossen|beendet|terminad|finalizad|terminé|afgerond|paid/, 'completed'],
  [/seated|arrived|check.?in|sitzt|sentad|installé|gezeten/, 'seated'],
  [/pending|request|wait|offen|pendiente|attente|wachtend/, 'pending_confirmation'],
  [/confirm|booked|active|accept|bestätigt|gebucht|reservad|bevestigd|^ok$|open/, 'confirmed'],
]

/** Words of our own file go before all others: `Sin confirmar` is not confirmed. */
export const suggestStatus = (word: string): string | null =>
  statusOfWord(word) ?? statuses.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1] ?? null
