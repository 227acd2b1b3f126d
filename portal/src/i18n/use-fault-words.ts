import { faultInWords, type FaultWords } from '@tablewire/contracts/faults.rules'
import { useEffect, useMemo, useState } from 'react'
import { areaPhrases, hasPhrases, loadPhrases } from './phrases.ts'

const useFaults = areaPhrases<Record<string, string>>('faults')

/** What went wrong with another side. */
export type FaultSays = {
  /** In a few words; what another side said in its own stays as it is. */
  why: (error: string | null) => string
  /** Where it is, what is wrong there and what to do. */
  inFull: (error: string, where?: string) => string
  /** What technicians look for, where the words for people leave it out. */
  codeOf: (error: string | null) => string | null
}

/** Rooms that tell of faults all the time bring the phrases with them; elsewhere they come with the first fault. */
export const useFaultWords = (): FaultSays => {
  const t = useFaults()
  const [ready, setReady] = useState(() => hasPhrases('faults'))
  useEffect(() => {
    if (!ready) void loadPhrases('faults').then(() => setReady(true))
  }, [ready])
  return useMemo(() => {
    const wordsOf = (error: string): FaultWords | undefined =>
      faultInWords(error, (key, values) => {
        const phrase = t(key, values)
        return phrase === key ? undefined : phrase
      })
    return {
      why: (error) => (error && ready ? (wordsOf(error)?.what ?? error) : ''),
      inFull: (error, where) => {
        if (!ready) return ''
        const words = wordsOf(error) ?? { what: error, advice: null }
        const what = where ? t('at', { where, what: words.what }) : `${words.what.charAt(0).toLocaleUpperCase()}${words.what.slice(1)}`
        return words.advice ? `${what}. ${words.advice}` : what
      },
      codeOf: (error) => (error && ready && wordsOf(error) ? error : null),
    }
  }, [t, ready])
}
