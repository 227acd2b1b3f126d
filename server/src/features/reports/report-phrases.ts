import type { Lang } from '@tablewire/contracts/kit/wire'
import { phrasesOf } from '#src/platform/phrases.ts'
import de from './report-phrases/de.json' with { type: 'json' }
import en from './report-phrases/en.json' with { type: 'json' }
import es from './report-phrases/es.json' with { type: 'json' }
import fr from './report-phrases/fr.json' with { type: 'json' }
import nl from './report-phrases/nl.json' with { type: 'json' }

/** What files, mails and the page behind a mail's link say. */
export const reportPhrases = phrasesOf({ en, es, fr, de, nl })
export type ReportWords = (typeof reportPhrases)['en']

export const localeOf = (lang: Lang): string => (lang === 'en' ? 'en-GB' : lang)
/** ISO days of the week by name; 5 January 2026 was a Monday. */
export const weekdayWord = (lang: Lang, weekday: number): string =>
  new Date(Date.UTC(2026, 0, 4 + weekday)).toLocaleDateString(localeOf(lang), { weekday: 'long', timeZone: 'UTC' })
export const dayWord = (lang: Lang, date: string): string =>
  new Date(`${date}T00:00Z`).toLocaleDateString(localeOf(lang), { dateStyle: 'medium', timeZone: 'UTC' })
export const spanWord = (lang: Lang, { from, to }: { from: string; to: string }): string =>
  from === to ? dayWord(lang, from) : `${dayWord(lang, from)} – ${dayWord(lang, to)}`
