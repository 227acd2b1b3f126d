import { faultInWords, type FaultWords } from '@tablewire/contracts/kit/faults.rules'
import { useEffect, useMemo, useState } from 'react'
import { areaPhrases, hasPhrases, loadPhrases } from './phrases.ts'

const useFaults = areaPhrases<Record<string, string>>('faults')
/** Calls of a channel are refused by us, in the server's own words. */
const useProblems = areaPhrases<Record<string, string>>('problems')

/** What went wrong with another side. */
export type FaultWording = {
  /** In a few words; what another side said in its own stays as it is. */
  why: (error: string | null) => string
  /** The same as a line of its own. */
  line: (error: string | null) => string
  /** Where it is, what is wrong there and what to do. */
  inFull: (error: string, where?: string) => string
  /** What technicians look for, where the words for people leave it out. */
  codeOf: (error: string | null) => string | null
}

const capital = (text: string): string => `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}`

/** Pages that tell of faults all the time bring the phrases with them; elsewhere they come with the first fault. */
export const useFaultWords = (): FaultWording => {
  const t = useFaults()
  const ours = useProblems()
  const [ready, setReady] = useState(() => hasPhrases('faults') && hasPhrases('problems'))
  useEffect(() => {
    if (!ready) void loadPhrases('faults', 'problems').then(() => setReady(true))
  }, [ready])
  return useMemo(() => {
    const wordsOf = (error: string): FaultWords | undefined =>
      faultInWords(error, (key, values) => {
        return [t(key, values), ours(key, values)].find((said) => said !== key)
      })
    const why = (error: string | null): string => (error && ready ? (wordsOf(error)?.what ?? error) : '')
    return {
      why,
      line: (error) => capital(why(error)),
      inFull: (error, where) => {
        if (!ready) return ''
        const words = wordsOf(error) ?? { what: error, advice: null }
        const what = where ? t('at', { where, what: words.what }) : capital(words.what)
        return words.advice ? `${what}. ${words.advice}` : what
      },
      // Which fields it was stands in the words already.
      codeOf: (error) => (error && ready && wordsOf(error) ? error.replace(/ \(fields=.*/s, '') : null),
    }
  }, [t, ours, ready])
}
