import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import { phrasesOf } from '#src/platform/phrases.ts'
import de from './reservation-sheet-phrases/de.json' with { type: 'json' }
import en from './reservation-sheet-phrases/en.json' with { type: 'json' }
import es from './reservation-sheet-phrases/es.json' with { type: 'json' }
import fr from './reservation-sheet-phrases/fr.json' with { type: 'json' }
import nl from './reservation-sheet-phrases/nl.json' with { type: 'json' }

/** The words of the reservations' Excel file; an import knows them again, in whichever language the file was written. */
export const reservationSheetPhrases = phrasesOf({ en, es, fr, de, nl })
export type SheetColumn = keyof (typeof reservationSheetPhrases)[Lang]['columns']

const statusWords = new Map(
  langs.flatMap((lang) =>
    Object.entries(reservationSheetPhrases[lang].status).map(([status, word]): [string, Status] => [word.toLowerCase(), status as Status]),
  ),
)
/** The status that a word of our own file means, in whichever language. */
export const statusOfWord = (word: string): Status | undefined => statusWords.get(word.trim().toLowerCase())
