export type Reply = 'comes' | 'cancel' | 'stop' | 'start' | 'other'

/** What carriers and guests of our five languages know it as. */
const stops = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'ARRET', 'STOPP', 'BAJA'])
const starts = new Set(['START', 'UNSTOP', 'ALTA'])

/** What a guest's words mean: the whole text is one of them, whatever its case, marks and signs around it. */
export const replyOf = (text: string): Reply => {
  const word = text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
  if (word === '1') return 'comes'
  if (word === '9') return 'cancel'
  if (stops.has(word)) return 'stop'
  return starts.has(word) ? 'start' : 'other'
}
