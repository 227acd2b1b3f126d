import { phrasesOf } from '#src/platform/phrases.ts'
import de from './venue-sheet-phrases/de.json' with { type: 'json' }
import en from './venue-sheet-phrases/en.json' with { type: 'json' }
import es from './venue-sheet-phrases/es.json' with { type: 'json' }
import fr from './venue-sheet-phrases/fr.json' with { type: 'json' }
import nl from './venue-sheet-phrases/nl.json' with { type: 'json' }

/** The words of the venues' Excel file. */
export const venueSheetPhrases = phrasesOf({ en, es, fr, de, nl })
export type SheetColumn = keyof (typeof venueSheetPhrases)['en']['columns']

const known: ReadonlyMap<string, SheetColumn> = new Map(
  Object.values(venueSheetPhrases).flatMap(({ columns }) =>
    Object.entries(columns).map(([id, word]) => [word.toLowerCase(), id as SheetColumn] as const),
  ),
)
/** Which column of the file goes by that name, in whatever language. */
export const sheetColumnOf = (name: string): SheetColumn | undefined => known.get(name.trim().toLowerCase())
