import type { Lang } from '../kit/wire.ts'
import type { FindingReason } from './finding-key.ts'
import de from './findings/de.json' with { type: 'json' }
import en from './findings/en.json' with { type: 'json' }
import es from './findings/es.json' with { type: 'json' }
import fr from './findings/fr.json' with { type: 'json' }
import nl from './findings/nl.json' with { type: 'json' }
import type { Exactly } from './phrase-key.ts'

export type { FindingReason }
const english: Exactly<FindingReason, typeof en> = en
export const findingPhrases: Record<Lang, Record<FindingReason, string>> = { en: english, es, fr, de, nl }
