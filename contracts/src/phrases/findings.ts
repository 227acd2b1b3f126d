import type { Lang } from '../kit/wire.ts'
import { de } from './finding-de.ts'
import { en } from './finding-en.ts'
import { es } from './finding-es.ts'
import { fr } from './finding-fr.ts'
import type { FindingPhrases, FindingReason } from './finding-key.ts'
import { nl } from './finding-nl.ts'

export type { FindingReason }
export const findingPhrases: Record<Lang, FindingPhrases> = { en, es, fr, de, nl }
